import { Avatar } from "../avatar.tsx";

/** The ids of the faces that this page offers. */
export const FACES = Array.from({ length: 12 }, (_, index) => `mug-${index + 1}`);

const SEATS = 6;

/** The face of a player: the chosen one, else that of their handle. Other apps may have other ids, which have faces too. */
export function Face({ avatar, handle }: { avatar: string | null; handle: string }) {
  const name = avatar ?? handle;
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return <Avatar name={name} seat={1 + (sum % SEATS)} />;
}

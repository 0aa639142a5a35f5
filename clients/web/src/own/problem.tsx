/** Why the last attempt was in vain, if it was. */
export const Problem = ({ said }: { said: string | null }) =>
  said && (
    <p class="problem" role="alert">
      {said}
    </p>
  );

// Tells a player who may be looking elsewhere that it is their turn, or how the game ended: the title of the window, tones and
// a notification. The last two are off until they are switched on in this browser.

import type { TableFragment } from "@taphouse/client";
import { useEffect, useRef } from "preact/hooks";

import { useTitle } from "../../hooks.ts";
import { kept } from "../../kept.ts";
import { t } from "../../words.ts";
import { addressed, resultOf } from "../result.ts";

export type Alert = "sounds" | "notifications";

const key = (alert: Alert) => `taphouse.${alert}`;

export const isOn = (alert: Alert): boolean => kept.getItem(key(alert)) === "on" && (alert === "sounds" || allowed() === "granted");

/** Whether the browser allows notifications; null where it has none. */
export const allowed = (): NotificationPermission | null => ("Notification" in window ? Notification.permission : null);

/** Switches on or off, and asks for what it needs. Whether it is on. */
export async function turn(alert: Alert, on: boolean): Promise<boolean> {
  kept.setItem(key(alert), on ? "on" : "off");
  if (on && alert === "notifications") await Notification.requestPermission();
  if (on && alert === "sounds") play(YOUR_TURN);
  return isOn(alert);
}

/** Tones in Hz, one after the other. */
const YOUR_TURN = [523, 784];
const THE_END = [523, 659, 784, 1047];
const TONE = 0.16;
const LOUD = 0.12;

let audio: AudioContext | undefined;

function play(tones: readonly number[]): void {
  audio ??= new AudioContext();
  void audio.resume();
  const { currentTime, destination } = audio;
  for (const [index, frequency] of tones.entries()) {
    const begin = currentTime + index * TONE;
    const [tone, volume] = [new OscillatorNode(audio, { type: "triangle", frequency }), new GainNode(audio, { gain: 0 })];
    tone.connect(volume).connect(destination);
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(LOUD, begin + TONE / 8);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 2 * TONE);
    tone.start(begin);
    tone.stop(begin + 2 * TONE);
  }
}

async function notify(text: string, gameId: string): Promise<void> {
  const options = { body: text, tag: gameId };
  try {
    const shown = new Notification("Taphouse", options);
    shown.onclick = () => (window.focus(), shown.close());
  } catch {
    // On phones, only a service worker may.
    await (await navigator.serviceWorker?.getRegistration())?.showNotification("Taphouse", options);
  }
}

/** Tells of the turn of a seat and of the end, once the newest version is shown; also of the first, if the viewer has waited for it. */
export function useAlerts(game: TableFragment, playing: boolean, me: number | null, nameOf: (seat: number) => string, waited: boolean): void {
  const mine = game.decision !== null && game.decision.seat === me && !game.clock?.paused && !playing;
  const over = game.status === "OVER" || game.status === "ABANDONED";
  const text = over ? resultOf(game, nameOf, addressed(game)) : mine ? t("yourTurn") : "";
  useTitle(text);
  const tones = over ? THE_END : mine ? YOUR_TURN : null;
  const before = useRef(waited ? null : tones);
  useEffect(() => {
    const news = tones !== before.current;
    before.current = tones;
    if (!news || !tones) return;
    if (isOn("sounds")) play(tones);
    if (isOn("notifications") && (document.hidden || !document.hasFocus())) void notify(text, game.gameId);
  }, [tones]);
}

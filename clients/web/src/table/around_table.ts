// See apart.ts.

export { More } from "./more.tsx";
export { Invited } from "./seating/invited.tsx";
export { TakeSeat } from "./seating/moving.tsx";
export { WaitingRoom } from "./seating/waiting_room.tsx";

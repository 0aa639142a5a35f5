// See apart.ts.

export { FollowingSettings } from "./following/settings.tsx";
export { More, save } from "./more.tsx";
export { Report } from "./report.tsx";
export { Afterwards, Scores } from "./scores.tsx";
export { Invited } from "./seating/invited.tsx";
export { TakeSeat } from "./seating/moving.tsx";
export { WaitingRoom } from "./seating/waiting_room.tsx";

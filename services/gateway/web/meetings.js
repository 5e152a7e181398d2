// The API of queues, invites and the lobby.

import { call, openSocket } from "./api.js";

const queuePath = (mode) => `/v1/queues/${encodeURIComponent(mode)}`;
const invitePath = (code) => `/v1/invites/${encodeURIComponent(code)}`;

/** Waits in a queue; what comes tells where the player stands. */
export const openQueue = ({ mode, rated }, botAfterMs) =>
  openSocket(`${queuePath(mode)}/watch`, { rated, offer_bot_after_ms: botAfterMs });

/** Leaves a queue; answers `{ type: "cancelled" }` or, too late, `{ type: "matched", match }`. */
export const leaveQueue = ({ mode, rated }) => call("POST", `${queuePath(mode)}/cancel`, { rated });

/** Takes the offered bot; answers the match. */
export const acceptBot = ({ mode, rated }) =>
  call("POST", `${queuePath(mode)}/accept-bot`, { rated });

/** Invites somebody. */
export const createInvite = (invite) => call("POST", "/v1/invites", invite);

/** Reads an invite. */
export const readInvite = (code) => call("GET", invitePath(code));

const answer = (what) => (code) => call("POST", `${invitePath(code)}/${what}`, {});

/** Accepts an invite; answers it with its match. */
export const acceptInvite = answer("accept");

/** Declines an invite. */
export const declineInvite = answer("decline");

/** Takes one's own invite back. */
export const cancelInvite = answer("cancel");

/** Follows an invite until it is no longer open. */
export const openInvite = (code) => openSocket(`${invitePath(code)}/watch`, {});

/** Where an invite's address lies as a QR code. */
export const qrPath = (code) => `${invitePath(code)}/qr.svg`;

/** The open invites of the lobby. */
export const listLobby = async (size) => (await call("GET", `/v1/lobby?page_size=${size}`)).invites;

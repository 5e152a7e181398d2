// The API of queues, invites and the lobby.

import { client } from "./api.js";

/** Leaves a queue; answers `{ cancelled }` or, too late, `{ matched }`. */
export const leaveQueue = ({ mode, rated }) =>
  client.post("/v1/queues/{mode}/cancel", { path: { mode }, body: { rated } });

/** Takes the offered bot; answers `{ matched }`. */
export const acceptBot = ({ mode, rated }) =>
  client.post("/v1/queues/{mode}/accept-bot", { path: { mode }, body: { rated } });

/** Invites somebody. */
export const createInvite = async (invite) => (await client.post("/v1/invites", { body: invite })).invite;

/** Reads an invite. */
export const readInvite = async (code) => (await client.get("/v1/invites/{code}", { path: { code } })).invite;

const answer = (what) => async (code) =>
  (await client.post(`/v1/invites/{code}/${what}`, { path: { code }, body: {} })).invite;

/** Accepts an invite; answers it with its match. */
export const acceptInvite = answer("accept");

/** Declines an invite. */
export const declineInvite = answer("decline");

/** Takes one's own invite back. */
export const cancelInvite = answer("cancel");

/** Where an invite's address lies as a QR code. */
export const qrPath = (code) => `/v1/invites/${encodeURIComponent(code)}/qr.svg`;

/** The open invites of the lobby. */
export const listLobby = async (page_size) => (await client.get("/v1/lobby", { query: { page_size } })).invites;

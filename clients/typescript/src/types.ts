// Short names for the messages of the API.

import type { components } from "./api.js";

type Schemas = components["schemas"];

/** The body of a refusal (RFC 9457). */
export type Problem = Schemas["Problem"];

export type BoostOption = Schemas["games.BoostOption"];
export type Clock = Schemas["games.Clock"];
export type ClockRule = Schemas["games.ClockRule"];
export type Game = Schemas["games.Game"];
export type GameEvent = Schemas["games.GameEvent"];
export type Mode = Schemas["games.Mode"];
export type PlayedMove = Schemas["games.PlayedMove"];
export type Seat = Schemas["games.Seat"];
export type UsedBoost = Schemas["games.UsedBoost"];
export type Invite = Schemas["matchmaking.Invite"];
export type Match = Schemas["matchmaking.Match"];
export type Waiting = Schemas["matchmaking.Waiting"];
export type Credentials = Schemas["players.Credentials"];
export type Player = Schemas["players.Player"];
export type Tokens = Schemas["players.Tokens"];
export type Rating = Schemas["ratings.Rating"];
export type RatingHistoryEntry = Schemas["ratings.Change"];
export type Move = Schemas["rules.Move"];
export type Outcome = Schemas["rules.Outcome"];
export type Ruleset = Schemas["rules.Ruleset"];
export type Wallet = Schemas["shop.Wallet"];

/** A message of a game's stream: one member is set. */
export type GameMessage = Schemas["games.WatchGameResponse"];
/** A message of a player's stream: one member is set. */
export type PlayerMessage = Schemas["games.WatchPlayerResponse"];
/** A message of a queue's stream: one member is set. */
export type QueueMessage = Schemas["matchmaking.EnqueueResponse"];
/** A message of an invite's stream. */
export type InviteMessage = Schemas["matchmaking.WatchInviteResponse"];

/** What goes over the socket of streams, in either direction. */
export type ClientFrame = Schemas["ClientFrame"];
export type ServerFrame = Schemas["ServerFrame"];

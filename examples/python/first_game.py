"""A guest plays the first legal move against a bot until the game is over.

    python first_game.py localhost:50051
"""

import sys

from client import Client
from shashki.bots.v1 import bots_pb2
from shashki.games.v1 import games_pb2
from shashki.rules.v1 import rules_pb2


def main(address):
    client = Client(address)
    game = client.games.CreateGame(
        games_pb2.CreateGameRequest(
            mode="russian",
            white=games_pb2.Seat(player_id=client.player.id),
            black=games_pb2.Seat(bot=bots_pb2.LEVEL_EASY),
        )
    ).game
    print(f"{client.player.name} plays {game.id}")
    for message in client.watch(game.id):
        # The snapshot, or an event: who is to move now?
        update = getattr(message, message.WhichOneof("update"))
        if message.HasField("event"):
            if not update.HasField("move_played"):
                continue
            print(update.move_played.move.text)
            side, ply = update.move_played.side_to_move, update.move_played.move.ply
        else:
            side, ply = update.side_to_move, update.ply
        if update.HasField("outcome"):
            print(rules_pb2.Result.Name(update.outcome.result))
            return
        if side == rules_pb2.SIDE_WHITE:
            legal = client.games.ListLegalMoves(
                games_pb2.ListLegalMovesRequest(game_id=game.id)
            )
            move = legal.moves[0].text
            client.games.PlayMove(
                games_pb2.PlayMoveRequest(game_id=game.id, expected_ply=ply, move=move)
            )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "localhost:50051")

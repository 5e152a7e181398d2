"""A client of Shashki over gRPC: signs in as a guest, keeps its tokens fresh, and follows games
through lost connections."""

import threading
import time

import grpc

from shashki.games.v1 import games_pb2, games_pb2_grpc
from shashki.players.v1 import players_pb2, players_pb2_grpc

# So long before its end an access token is traded for a new one, in seconds.
EARLY = 60
# Pauses before a stream is opened again, in seconds; the last one for all that follow.
PAUSES = [0.3, 1, 3]


class Session:
    """A guest's tokens, traded for new ones when they are about to expire."""

    def __init__(self, players):
        self._players = players
        self._lock = threading.Lock()
        answer = players.SignInAsGuest(players_pb2.SignInAsGuestRequest())
        self.player = answer.player
        self._tokens = answer.tokens

    def token(self):
        # A refresh token is good once: one thread trades it, the others wait.
        with self._lock:
            if self._tokens.expires_at.ToSeconds() - time.time() < EARLY:
                request = players_pb2.RefreshRequest(refresh_token=self._tokens.refresh_token)
                self._tokens = self._players.Refresh(request).tokens
            return self._tokens.access_token


class Authenticated(grpc.UnaryUnaryClientInterceptor, grpc.UnaryStreamClientInterceptor):
    """Adds the token to each call. (Call credentials do so on channels with TLS alone.)"""

    def __init__(self, session):
        self._session = session

    def _signed(self, details):
        metadata = [*(details.metadata or ()), ("authorization", f"Bearer {self._session.token()}")]
        return details._replace(metadata=metadata)

    def intercept_unary_unary(self, call, details, request):
        return call(self._signed(details), request)

    def intercept_unary_stream(self, call, details, request):
        return call(self._signed(details), request)


class Client:
    """A guest at a suite: `games` is the stub of the games service, and `channel` is for others."""

    def __init__(self, address):
        channel = grpc.insecure_channel(address)
        session = Session(players_pb2_grpc.PlayersServiceStub(channel))
        self.player = session.player
        self.channel = grpc.intercept_channel(channel, Authenticated(session))
        self.games = games_pb2_grpc.GamesServiceStub(self.channel)

    def watch(self, game_id):
        """The snapshot of a game and each of its events, once, until the game is over."""
        version, failures = 0, 0
        while True:
            try:
                request = games_pb2.WatchGameRequest(game_id=game_id, after_version=version)
                for message in self.games.WatchGame(request):
                    failures = 0
                    version = getattr(message, message.WhichOneof("update")).version
                    yield message
                return
            except grpc.RpcError as error:
                transient = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED)
                if error.code() not in transient:
                    raise
                time.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1

"""Players who play and buy whatever happens, and remember what they were answered."""

import itertools
import random
import threading
import time
import uuid
from urllib.parse import quote

from rest import ask, messages


class Guest:
    def __init__(self):
        made = ask("POST", "/v1/sign-in/guest")
        self.id = made["player"]["id"]
        self.token = made["tokens"]["access_token"]

    def ask(self, method, path, body=None):
        return ask(method, path, body, self.token)


class Worker(threading.Thread):
    """Does the same again and again until told to stop. What goes wrong is kept for the test to see."""

    def __init__(self):
        super().__init__(daemon=True)
        self.stopping = threading.Event()
        self.wrong = None
        # Of everything acknowledged: each step is one more proof that the suite works.
        self.steps = 0

    def run(self):
        try:
            while not self.stopping.is_set():
                self.round()
        except Exception as error:  # Whatever it is, the test has failed.
            self.wrong = error

    def stop(self):
        self.stopping.set()
        self.join(300)
        assert not self.is_alive(), f"{self.name} hangs"
        if self.wrong:
            raise self.wrong


class Table(Worker):
    """Games, one after another."""

    # Longer ones would seldom come to their end, and be rated, within a test.
    LONGEST = 24

    def __init__(self):
        super().__init__()
        # What was acknowledged of each game: plies with moves.
        self.games = {}
        self.ended = []

    def round(self):
        game, seats = self.meet()
        played = self.games[game] = []
        guest = next(iter(seats.values()))
        # In turn: those who are far apart by rating would wait long for each other.
        loser = sorted(seats.values(), key=lambda guest: guest.id)[len(self.ended) % len(seats)]
        while not self.stopping.is_set():
            state = guest.ask("GET", f"/v1/games/{game}")["game"]
            if "outcome" in state:
                self.ended.append(game)
                return
            mover = seats.get(state["side_to_move"])
            if state["ply"] >= self.LONGEST:
                loser.ask("POST", f"/v1/games/{game}/resign", {})
            elif mover is None:
                time.sleep(0.02)
            else:
                self.move(game, state["ply"], mover, played)

    def move(self, game, ply, mover, played):
        legal = mover.ask("GET", f"/v1/games/{game}/legal-moves")
        move = random.choice(legal["moves"])["text"]
        mover.ask("POST", f"/v1/games/{game}/moves", {"expected_ply": ply, "move": move})
        played.append((ply, move))
        self.steps += 1

    def check(self):
        """Every acknowledged move is in its game, in its place."""
        guest = Guest()
        for game, played in self.games.items():
            moves = guest.ask("GET", f"/v1/games/{game}")["game"]["moves"]
            assert [move["ply"] for move in moves] == list(range(1, len(moves) + 1)), moves
            for ply, move in played:
                assert moves[ply]["text"] == move, f"{game}: {ply} {move} is lost: {moves}"
        return len(self.games), sum(map(len, self.games.values()))


class AgainstBot(Table):
    """A guest with White against a bot."""

    def __init__(self):
        super().__init__()
        self.name = "against a bot"
        self.guest = Guest()

    def meet(self):
        order = {
            "mode": "russian",
            "white": {"player_id": self.guest.id},
            "black": {"bot": "easy"},
            "request_id": uuid.uuid4().hex,
        }
        game = self.guest.ask("POST", "/v1/games", order)["game"]["id"]
        return game, {"white": self.guest}


class Rated(Table):
    """Two guests who meet in a queue and play rated games. Each table has a mode of its own."""

    def __init__(self, mode):
        super().__init__()
        self.name = f"rated {mode}"
        self.mode = mode
        self.guests = [Guest(), Guest()]

    def meet(self):
        found = [None, None]
        waiting = [
            threading.Thread(target=self.wait, args=(index, found), daemon=True) for index in [0, 1]
        ]
        for thread in waiting:
            thread.start()
        for thread in waiting:
            thread.join()
        assert found[0] == found[1] is not None, f"they meet in one game: {found}"
        game = self.guests[0].ask("GET", f"/v1/games/{found[0]}")["game"]
        by_id = {guest.id: guest for guest in self.guests}
        return found[0], {side: by_id[game[side]["player_id"]] for side in ["white", "black"]}

    def wait(self, index, found):
        path = f"/v1/queues/{self.mode}/watch?rated=true"
        until = time.monotonic() + 120
        while found[index] is None and time.monotonic() < until:
            try:
                for message in messages(path, self.guests[index].token):
                    if "matched" in message:
                        found[index] = message["matched"]["game_id"]
                        return
            except OSError:
                pass
            time.sleep(0.2)

    def check(self):
        """Every game that has ended was rated for both, once."""
        for guest in self.guests:
            until = time.monotonic() + 60
            while True:
                rated = [change["game_id"] for change in self.changes(guest)]
                missing = set(self.ended) - set(rated)
                if not missing or time.monotonic() > until:
                    break
                time.sleep(0.5)
            assert not missing, f"not rated: {missing}"
            assert len(rated) == len(set(rated)), f"rated twice: {rated}"
        return super().check()

    def changes(self, guest):
        path = f"/v1/players/{guest.id}/rating-changes?page_size=200"
        page = guest.ask("GET", path)
        yield from page["changes"]
        while token := page.get("next_page_token"):
            page = guest.ask("GET", f"{path}&page_token={quote(token)}")
            yield from page["changes"]


class Shopper(Worker):
    """Guests who spend their coins."""

    def __init__(self):
        super().__init__()
        self.name = "shopper"
        self.bought = []

    def round(self):
        guest, requests = Guest(), []
        self.bought.append((guest, requests))
        offer = next(
            offer for offer in guest.ask("GET", "/v1/shop")["catalogue"]["offers"] if offer["id"] == "recon"
        )
        for number in itertools.count():
            coins = guest.ask("GET", "/v1/me/wallet")["wallet"]["coins"]
            if coins < offer["price"] or self.stopping.is_set():
                return
            order = {
                "offer_id": offer["id"],
                "expected_price": offer["price"],
                "request_id": f"buy-{number}",
            }
            guest.ask("POST", "/v1/shop/purchases", order)
            requests.append(order["request_id"])
            self.steps += 1
            time.sleep(0.05)

    def check(self):
        """Every purchase is in the ledger, once, and the wallet is what the ledger leads to."""
        for guest, requests in self.bought:
            rows = guest.ask("GET", "/v1/me/ledger?page_size=200")["rows"]
            bought = [row["request_id"] for row in rows if row["reason"] == "purchase"]
            assert sorted(bought) == sorted(set(bought)), f"bought twice: {bought}"
            assert set(requests) <= set(bought), f"lost: {set(requests) - set(bought)}"
            coins = guest.ask("GET", "/v1/me/wallet")["wallet"]["coins"]
            assert coins == sum(row["coins"] for row in rows), rows
        return len(self.bought), sum(len(requests) for _, requests in self.bought)

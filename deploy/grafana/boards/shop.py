"""Coins, and what they buy."""

from .kit import board, graph, over_range, quantile, stat, table, total

OWN = 'rpc_method=~"shashki.shop.+"'
JOB = 'job=~"shop|shashki"'
ITEMS = "shashki_shop_items_total"
USED = 'shashki_outcome="used"'
GIVEN_BACK = 'shashki_outcome="given_back"'
BOUGHT = "shashki_shop_purchases_total"

BOARD = board(
    "shashki-shop",
    "Shashki: shop",
    "Coins in and out, purchases, and items taken for boosts. `shashki shop check` sums the ledger up.",
    [
        (
            None,
            4,
            [
                stat(
                    "Coins in",
                    "Gifts and grants in the time that is shown.",
                    over_range("shashki_shop_coins_in_total"),
                    width=4,
                    decimals=0,
                ),
                stat(
                    "Coins out",
                    "Coins spent in the time that is shown.",
                    over_range("shashki_shop_coins_out_total"),
                    width=4,
                    decimals=0,
                ),
                stat("Purchases", "In the time that is shown.", over_range(BOUGHT), width=4, decimals=0),
                stat(
                    "Items used",
                    "Items taken for boosts in the time that is shown.",
                    over_range(ITEMS, USED),
                    width=4,
                    decimals=0,
                ),
                stat(
                    "Given back",
                    "Items given back for each one that was taken.",
                    f"({over_range(ITEMS, GIVEN_BACK)} or vector(0)) / {over_range(ITEMS, USED)}",
                    "percentunit",
                    (0.05, 0.2),
                    4,
                ),
                stat(
                    "A purchase takes",
                    "99 of 100 purchases are answered within this.",
                    quantile(
                        0.99, "rpc_server_call_duration", 'rpc_method="shashki.shop.v1.ShopService/Purchase"'
                    ),
                    "s",
                    (0.25, 1),
                    4,
                ),
            ],
        ),
        (
            "Coins",
            9,
            [
                graph(
                    "Coins in",
                    "Coins that came into wallets in an hour, by where from. Far above what is usual: CoinsSurge.",
                    [
                        (
                            "sum by (shashki_source) (increase(shashki_shop_coins_in_total[1h]))",
                            "{{shashki_source}}",
                        )
                    ],
                    width=8,
                    stack=True,
                ),
                graph(
                    "Coins out",
                    "Coins spent in an hour, by offer.",
                    [
                        (
                            "sum by (shashki_offer) (increase(shashki_shop_coins_out_total[1h]))",
                            "{{shashki_offer}}",
                        )
                    ],
                    width=8,
                    stack=True,
                ),
                table(
                    "What sells",
                    "In the time that is shown.",
                    [
                        ("Purchases", over_range(BOUGHT, by="shashki_offer"), "short"),
                        ("Coins", over_range("shashki_shop_coins_out_total", by="shashki_offer"), "short"),
                    ],
                    [("shashki_offer", "Offer")],
                    width=8,
                ),
            ],
        ),
        (
            "Items",
            9,
            [
                graph(
                    "Items taken",
                    "In a minute, by boost.",
                    [
                        (
                            f"60 * {total(ITEMS, by='shashki_boost, shashki_outcome')}",
                            "{{shashki_boost}} · {{shashki_outcome}}",
                        )
                    ],
                ),
                graph(
                    "What comes of boosts in games",
                    "Boosts settled in a minute. A refused one was not paid for, or its item is given back.",
                    [
                        (
                            f"60 * {total('shashki_games_boosts_total', by='shashki_boost, shashki_outcome')}",
                            "{{shashki_boost}} · {{shashki_outcome}}",
                        )
                    ],
                ),
            ],
        ),
        (
            "Underneath",
            8,
            [
                graph(
                    "Calls",
                    "Calls in a second, by method.",
                    [(total("rpc_server_call_duration_seconds_count", OWN, "rpc_method"), "{{rpc_method}}")],
                    "ops",
                    8,
                ),
                graph(
                    "How calls are answered",
                    "FAILED_PRECONDITION: no coins, another price, or none in the inventory.",
                    [
                        (
                            total("rpc_server_call_duration_seconds_count", OWN, "rpc_response_status_code"),
                            "{{rpc_response_status_code}}",
                        )
                    ],
                    "ops",
                    8,
                ),
                graph(
                    "Records (p99)",
                    "99 of 100 operations on the records take no longer.",
                    [
                        (
                            quantile(0.99, "db_client_operation_duration", JOB, "db_operation_name"),
                            "{{db_operation_name}}",
                        )
                    ],
                    "s",
                    8,
                    limits=(None, 0.25),
                ),
            ],
        ),
    ],
)

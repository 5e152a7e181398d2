//! What holds on both databases.

mod catalogues;
mod checks;
mod inputs;
mod ledgers;
mod model;
mod purchases;
mod uses;

support::on_both![
    catalogues::what_is_sold_changes_while_the_shop_is_open,
    catalogues::of_several_who_change_it_at_once_one_does,
    catalogues::a_new_shop_sells_what_its_operator_says,
    catalogues::faulty_catalogues_are_refused_with_reasons,
    catalogues::an_operator_shows_and_changes_it,
    checks::what_disagrees_is_found,
    checks::players_at_it_do_not_disturb_the_check,
    inputs::callers_need_their_scopes,
    inputs::faulty_requests_are_refused_with_reasons,
    ledgers::pages_stay_what_they_were,
    ledgers::the_gift_is_given_once_whoever_looks_first,
    ledgers::a_shop_without_a_gift_gives_none,
    model::wallets_are_what_the_commands_make_of_them,
    purchases::parallel_purchases_never_overdraw,
    purchases::a_repeat_gets_the_first_receipt,
    purchases::a_hundred_repeats_at_once_are_one_purchase,
    purchases::what_cannot_be_bought_is_refused,
    purchases::names_of_players_and_services_are_apart,
    purchases::wallets_are_bounded,
    uses::what_is_used_is_taken_once_and_given_back_once,
    uses::what_was_given_back_is_not_taken_any_more,
    uses::taken_or_given_back_whoever_is_first,
    uses::the_last_one_is_used_once,
];

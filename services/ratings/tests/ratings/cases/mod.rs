//! What holds on both databases. Each case takes the URL of an empty one.

mod boards;
mod inputs;
mod model;
mod reports;
mod seasons;
mod walks;

support::on_both![
    boards::provisional_players_are_left_out_until_they_settle,
    boards::ten_thousand_on_five_scores_are_each_on_it_once,
    boards::who_is_idle_too_long_leaves_and_comes_back,
    boards::a_forgotten_player_is_on_no_board,
    boards::players_are_forgotten_in_pools_that_are_offered_no_more,
    boards::small_blocks_are_joined,
    inputs::callers_need_their_scopes,
    inputs::faulty_requests_are_refused_with_reasons,
    inputs::the_pools_are_listed,
    model::boards_are_what_sorting_gives,
    reports::a_game_is_rated_once,
    reports::fifty_repeats_at_once_get_one_answer,
    reports::fifty_games_of_one_player_at_once_all_count,
    reports::one_game_reported_for_many_players_at_once_is_one_games,
    reports::a_history_is_listed_newest_first,
    reports::many_results_while_everything_else_happens,
    seasons::a_season_is_closed_once,
    seasons::points_begin_anew,
    seasons::glicko_goes_on_provisional,
    seasons::a_walk_goes_on_through_a_closed_season,
    walks::a_walk_shows_everybody_once_while_results_come_in,
    walks::who_falls_behind_a_walk_is_not_shown_again,
];

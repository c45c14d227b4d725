/** Refusals that a player can do no more about than about another one, and that are told in its words: those first. */
const TOLD_AS: Readonly<Record<string, string>> = {
  account_closed: "account_not_open",
  amount_above_maximum: "amount_too_large balance_too_large",
  amount_below_minimum: "re_buy_too_small",
  amount_not_positive: "fraction_of_cent amount_too_small",
  bad_text_length: "bad_name_length bad_password_length",
  bad_limit: "bad_time_out bad_self_exclusion",
  game_not_here: "game_has_no_layout game_has_no_seats game_has_no_boxes game_has_no_decisions",
  malformed:
    "csrf_token_invalid malformed_message no_such_method not_a_message not_json reference_reused refused too_large unknown_field unknown_message wrong_origin",
  no_such_table: "table_closed closed",
  not_found:
    "no_poker_wallet no_such_purse no_such_account no_such_deposit no_such_avatar no_such_edition no_such_hand no_such_language no_such_limit no_such_rule no_such_round no_such_session no_such_wallet no_such_withdrawal no_claim",
  not_playing: "not_registered not_entered",
  rate_missing: "rate_is_demo rate_precision rate_stale",
  reservation_ended: "no_reservation",
  too_many_registrations: "bad_number_of_games",
  unavailable: "busy internal_error restarting server_stopping cashier_unavailable facts_missing",
  wrong_money_kind: "wrong_currency tender_not_offered",
};

const SAME: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TOLD_AS).flatMap(([words, codes]) => codes.split(" ").map((code) => [code, words])),
);

/** The code whose words tell this one; limits of a day, a week and a month are told alike, and so are stages of a withdrawal. */
export function wordedAs(code: string): string {
  return (
    SAME[code] ?? code.replace(/_limit_(day|week|month)$/, "_limit").replace(/^withdrawal_is_.+$/, "withdrawal_is")
  );
}

/** Whether the least and the most of a refusal count things, and are no amounts. */
export const counts = (code: string): boolean =>
  /^(bad_|too_many_|too_young|message_too_long|splits_allowed)/.test(code);

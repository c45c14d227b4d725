"""Money: a double-entry ledger, and the rules about wallets, rakeback, fees and limits."""

from fairdeal.bank.accounts import Account, Purpose, Tender, parse_account
from fairdeal.bank.cashier import CASHIER, Callback, Cashier, DepositOrder, PaymentPage, WithdrawalOrder, command_of
from fairdeal.bank.fees import (
    FREE_ROLL,
    Entry,
    Price,
    earned_fees_chain,
    entry_chain,
    multi_table_price,
    printed_prices,
    refund_chain,
    sit_and_go_price,
)
from fairdeal.bank.fx import Terms, terms_of
from fairdeal.bank.holds.machine import HoldsMachine
from fairdeal.bank.holds.state import Holds
from fairdeal.bank.house import Desk, StaffId, Viewer, zone_of
from fairdeal.bank.house_report import house_balances, house_report
from fairdeal.bank.ledger import AMOUNT_MAX, Book
from fairdeal.bank.limits import LimitKind, Period
from fairdeal.bank.policy import BankPolicy, TenderTerms
from fairdeal.bank.purse.machine import PurseMachine
from fairdeal.bank.purse.state import Purse
from fairdeal.bank.purse.view import usage
from fairdeal.bank.rakeback import accrual_chain, rakeback_of_fee, rakeback_of_hand, shown_rakeback
from fairdeal.bank.rakeback_job import RakebackJob, RakebackMachine
from fairdeal.bank.rates import BadRates, Rate, find_rate, parse_rates
from fairdeal.bank.statements import Posting, make_statement
from fairdeal.bank.transfer import Chain, Move, Reason, Transfer, chain_of, move, moving, reversal
from fairdeal.bank.unresolved import UnresolvedBook, UnresolvedMachine
from fairdeal.bank.wallet import accounts_of, buy_in, cash_out, casino_wallet, table_wallet

__all__ = [
    "AMOUNT_MAX",
    "CASHIER",
    "FREE_ROLL",
    "Account",
    "BadRates",
    "BankPolicy",
    "Book",
    "Callback",
    "Cashier",
    "Chain",
    "DepositOrder",
    "Desk",
    "Entry",
    "Holds",
    "HoldsMachine",
    "LimitKind",
    "Move",
    "PaymentPage",
    "Period",
    "Posting",
    "Price",
    "Purpose",
    "Purse",
    "PurseMachine",
    "RakebackJob",
    "RakebackMachine",
    "Rate",
    "Reason",
    "StaffId",
    "Tender",
    "TenderTerms",
    "Terms",
    "Transfer",
    "UnresolvedBook",
    "UnresolvedMachine",
    "Viewer",
    "WithdrawalOrder",
    "accounts_of",
    "accrual_chain",
    "buy_in",
    "cash_out",
    "casino_wallet",
    "chain_of",
    "command_of",
    "earned_fees_chain",
    "entry_chain",
    "find_rate",
    "house_balances",
    "house_report",
    "make_statement",
    "move",
    "moving",
    "multi_table_price",
    "parse_account",
    "parse_rates",
    "printed_prices",
    "rakeback_of_fee",
    "rakeback_of_hand",
    "refund_chain",
    "reversal",
    "shown_rakeback",
    "sit_and_go_price",
    "table_wallet",
    "terms_of",
    "usage",
    "zone_of",
]

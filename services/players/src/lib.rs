//! Who somebody is: guests and accounts, their names, and the tokens by which every service knows
//! them.

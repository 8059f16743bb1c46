-- Nothing writes about a refused log-in, so that not even its time tells whether the account is known. Tries are counted by `rate_limits`.
alter table accounts drop column failed_logins;

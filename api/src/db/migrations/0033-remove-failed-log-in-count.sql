-- A failed log-in writes nothing to the account, so that the response time does not reveal whether the account exists.
-- `rate_limits` counts the attempts.
alter table accounts drop column failed_logins;

-- What was written to whom stands in email_messages and notices, and "View Notifications" shows these (spec 2 §6). This table was never
-- written by an action nor read by a screen.
drop table notifications;

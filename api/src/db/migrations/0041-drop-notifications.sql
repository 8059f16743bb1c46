-- email_messages and notices contain all notifications, and "View Notifications" shows them. No action wrote this
-- table, and no screen read it.
drop table notifications;

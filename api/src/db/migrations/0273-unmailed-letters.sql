-- Letters that staff must mail, in the order of the print queue.
create index postal_notices_unmailed_in_order on postal_notices (created_at, postal_notice_id) where state in ('queued', 'exported');

-- Sorting and filtering of reinstatement offers in the back office.
create index reinstatement_offers_newest on reinstatement_offers (created_at, reinstatement_offer_id);
create index reinstatement_offers_by_last_date on reinstatement_offers (expires_on, reinstatement_offer_id);
create index reinstatement_offers_by_state on reinstatement_offers (state, created_at, reinstatement_offer_id);

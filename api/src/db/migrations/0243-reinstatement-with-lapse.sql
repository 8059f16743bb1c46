-- A payment after a cancellation can also reinstate the policy with a lapse: coverage resumes on the date of the offer, and
-- the days of the lapse are not charged (DEL-26).
alter table reinstatement_offers
  -- The amount needed to reinstate with a lapse, before the payment. Null if coverage ended on the date of the offer.
  add lapse_needed_cents bigint check (lapse_needed_cents >= 0),
  -- Whether the payments cover only a reinstatement with a lapse.
  add is_lapse_required boolean not null default false,
  -- How the offer was accepted.
  add has_lapse boolean not null default false,
  add constraint reinstatement_offers_lapse check (
    (not is_lapse_required or lapse_needed_cents is not null)
    and (not has_lapse or (state = 'accepted' and lapse_needed_cents is not null)));

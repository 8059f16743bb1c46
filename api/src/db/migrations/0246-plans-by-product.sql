-- A version of the delinquency plan applies to one product, or to all products without an active version of their own (DEL-32).
alter table delinquency_plans add column product_id smallint references products;
drop index delinquency_plans_active;
create unique index delinquency_plans_active on delinquency_plans (product_id) nulls not distinct where state = 'active';

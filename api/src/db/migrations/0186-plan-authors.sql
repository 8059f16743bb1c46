-- Who created a version of the delinquency plan. The first version was created by a migration.
alter table delinquency_plans add column created_by_name text;

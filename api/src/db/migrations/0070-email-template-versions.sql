-- Staff can edit the text of an email (ADR 39). Each edit is a version, and at most one version is active. Without an
-- active version, the text of the release is used.
alter table email_templates add preview text not null default '', alter is_active set default false;
create unique index email_templates_in_force on email_templates (template) where is_active;

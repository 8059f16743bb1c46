-- Staff give a mail other words (ADR 39): a version each time, of which at most one is in force. Without one the words of the release are.
alter table email_templates add preview text not null default '', alter is_active set default false;
create unique index email_templates_in_force on email_templates (template) where is_active;

const easternFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/New_York',
})

const days = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'America/New_York',
})

/** Formats an instant as a date in Eastern time for documents. */
export const formatEasternDate = (moment: Date): string => days.format(moment)

/** Formats an instant in Eastern time for documents and emails: `11/21/2026, 9:42 AM Eastern`. */
export const formatDateTime = (moment: Date): string => `${easternFormat.format(moment)} Eastern`

/** Formats a calendar date for documents and emails: `2026-12-15` becomes `12/15/2026`. */
export const formatUsDate = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')

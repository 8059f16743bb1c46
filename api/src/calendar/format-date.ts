const words = new Intl.DateTimeFormat('en-US', {
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

/** The day of a moment as papers say it, in the time of most of the insured. */
export const toPropertyDate = (moment: Date): string => days.format(moment)

/** A moment as papers say it, `11/21/2026, 9:42 AM Eastern`: in the time of most of the insured, as the mails do. */
export const formatDateTime = (moment: Date): string => `${words.format(moment)} Eastern`

/** A calendar day as papers and mails say it: `2026-12-15` is `12/15/2026`. */
export const formatUsDate = (day: string): string => day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')

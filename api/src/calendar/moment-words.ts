const words = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'America/New_York',
})

/** A moment as papers say it, `11/21/2026, 9:42 AM Eastern`: in the time of most of the insured, as the mails do. */
export const momentInWords = (moment: Date): string => `${words.format(moment)} Eastern`

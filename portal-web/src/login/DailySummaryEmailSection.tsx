import { useQuery } from '@tanstack/react-query'
import { updatePreferences } from '@tideline/sdk/operations'
import { getPreferencesOptions } from '@tideline/sdk/query'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'

/** The setting for the daily summary email, which is on by default. */
export function DailySummaryEmailSection() {
  const preferences = useQuery({ ...getPreferencesOptions({ client: api.client }), meta: { errors: 'quiet' } })
  const change = useAction((dailyDigest: boolean) => api.call(updatePreferences, { body: { dailyDigest } }), {
    changes: ['getPreferences'],
  })
  return (
    <Section title="Daily summary email" subject="your choice" rows={1} query={preferences}>
      {({ payload: { dailyDigest = true } }) => (
        <Checkbox
          label="Email me a daily summary"
          help="Sent in the morning on days when you have pending items."
          checked={dailyDigest}
          disabled={change.isBusy}
          error={change.problem?.text}
          onChange={(event) => change.run(event.target.checked)}
        />
      )}
    </Section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { updatePreferences } from '@tideline/sdk/operations'
import { getPreferencesOptions } from '@tideline/sdk/query'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'

/** Whether the mail of what waits is wanted; it is, unless somebody turned it off. */
export function DailyMail() {
  const preferences = useQuery({ ...getPreferencesOptions({ client: api.client }), meta: { errors: 'face' } })
  const change = useAction((dailyDigest: boolean) => api.call(updatePreferences, { body: { dailyDigest } }), {
    changes: ['getPreferences'],
  })
  return (
    <Section title="Daily mail" what="your choice" rows={1} query={preferences}>
      {({ payload: { dailyDigest = true } }) => (
        <Checkbox
          label="Mail me in the morning what waits for me"
          help="On days on which something does, if your house sends such mails."
          checked={dailyDigest}
          disabled={change.isBusy}
          error={change.problem?.text}
          onChange={(event) => change.run(event.target.checked)}
        />
      )}
    </Section>
  )
}

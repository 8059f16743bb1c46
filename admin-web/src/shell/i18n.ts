import { defaultI18nProvider, type I18nProvider } from 'react-admin'

/** The name of each record in confirmation messages. */
const recordNames: Record<string, string> = {
  accounts: 'Account',
  agencies: 'Agency',
  cardFees: 'Card fee',
  delinquencyPlans: 'Delinquency plan',
  moratoriums: 'Moratorium',
  noticePeriods: 'Notice period',
  settings: 'Setting',
  webhookEndpoints: 'Webhook endpoint',
}
const verbs: Record<string, string> = { created: 'created', updated: 'saved', deleted: 'deleted' }

/** react-admin's messages, with the record's name in confirmations: "Agency saved" instead of "Element updated". */
export const i18nProvider: I18nProvider = {
  ...defaultI18nProvider,
  translate: (key, options) => {
    const [, resource = '', change = ''] = /^resources\.(.+)\.notifications\.(created|updated|deleted)$/.exec(key) ?? []
    const isOne = (options?.smart_count ?? 1) === 1
    return change && isOne
      ? `${recordNames[resource] ?? 'Record'} ${verbs[change]}`
      : defaultI18nProvider.translate(key, options)
  },
}

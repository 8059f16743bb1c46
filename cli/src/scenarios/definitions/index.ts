import type { Scenario } from '../scenario.ts'
import { autoPayScenarios } from './auto-pay.ts'
import { cancellationScenarios } from './cancellations.ts'
import { delinquencyScenarios } from './delinquency.ts'
import { paymentScenarios } from './payments.ts'
import { policyChangeScenarios } from './policy-changes.ts'

export const scenarioDefinitions: readonly Scenario[] = [
  ...autoPayScenarios,
  ...cancellationScenarios,
  ...delinquencyScenarios,
  ...paymentScenarios,
  ...policyChangeScenarios,
]

import type { Scenario } from '../scenario.ts'
import { cancellations } from './cancellations.ts'
import { changes } from './changes.ts'
import { payments } from './payments.ts'

export const scenarioDefinitions: readonly Scenario[] = [...cancellations, ...payments, ...changes]

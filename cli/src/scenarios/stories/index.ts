import type { Story } from '../story.ts'
import { changes } from './changes.ts'
import { ends } from './ends.ts'
import { payments } from './payments.ts'

export const stories: readonly Story[] = [...ends, ...payments, ...changes]

import type { AdminApiKey } from '@tideline/sdk'
import { StateTag, type StateTone } from '../kit/tables/StateChip.tsx'
import { stateLabels } from './labels.ts'

const tones: Record<AdminApiKey['state'], StateTone> = { active: 'done', ended: 'ended', revoked: 'failed' }

/** A tag for an API key's state, with color, icon and text. */
export const ApiKeyStateTag = ({ state }: Pick<AdminApiKey, 'state'>) => (
  <StateTag word={stateLabels[state]} tone={tones[state]} />
)

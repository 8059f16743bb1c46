import type { PolicyTransaction } from '@tideline/sdk'
import { getCoverageTiles } from '@tideline/web-kit/labels/coverages.ts'
import './coverage-tiles.css'

/** Tiles with the main coverages and their limits (UI-1). The table below lists all coverages with their premiums. */
export const CoverageTiles = ({ transaction }: { transaction: PolicyTransaction }) => (
  <ul className="coverage-tiles" aria-label="Coverages at a glance">
    {getCoverageTiles(transaction).map(({ name, limit }) => (
      <li key={name}>
        <span className="muted small">{name}</span>
        <strong>{limit}</strong>
      </li>
    ))}
  </ul>
)

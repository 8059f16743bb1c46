import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests that take long. They start first, so that none of them runs alone at the end. */
const long = [
  'tests/trust/nightly/',
  'tests/scenarios/',
  'tests/packages/',
  'tests/faults/',
  'tests/responses/list-query-plans',
  'tests/property/',
  'tests/contract/prism',
  'tests/security/',
  'api/src/demo-book/seed',
]

/** Runs long tests first. This also works in a fresh clone, where vitest has no recorded durations. */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => getRank(a) - getRank(b))
  }
}

function getRank({ moduleId }: TestSpecification): number {
  const rank = long.findIndex((path) => moduleId.includes(path))
  return rank < 0 ? long.length : rank
}

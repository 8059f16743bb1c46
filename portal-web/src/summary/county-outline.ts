/// <reference path="./us-atlas.d.ts" />
import { queryOptions } from '@tanstack/react-query'
import { feature } from 'topojson-client'

/** The outline of a county by its FIPS code, from the shapes that ship with the project; loaded when a map needs it. */
export const countyOutlineOf = (fips: string | null | undefined) =>
  queryOptions({
    queryKey: ['countyOutline', fips],
    enabled: Boolean(fips),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own', audience: 'everybody' },
    queryFn: async () => {
      const { default: atlas } = await import('us-atlas/counties-10m.json')
      const county = atlas.objects.counties.geometries.find(({ id }) => id === fips)
      return county ? feature(atlas, county) : null
    },
  })

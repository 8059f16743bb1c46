/// <reference path="./us-atlas.d.ts" />
import { queryOptions } from '@tanstack/react-query'
import { feature } from 'topojson-client'

const loadAtlas = async () => (await import('us-atlas/counties-10m.json')).default

/**
 * Loads the outline of a county from the bundled us-atlas data.
 *
 * @param fips the county's FIPS code
 */
export const getCountyOutline = (fips: string | null | undefined) =>
  queryOptions({
    queryKey: ['countyOutline', fips],
    enabled: Boolean(fips),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own', audience: 'everybody' },
    queryFn: async () => {
      const atlas = await loadAtlas()
      const county = atlas.objects.counties.geometries.find(({ id }) => id === fips)
      return county ? feature(atlas, county) : null
    },
  })

/**
 * Loads the outlines of all counties in a county's state. The first two digits of a county FIPS code identify the
 * state.
 */
export const getStateOutline = (fips: string | null | undefined) =>
  queryOptions({
    queryKey: ['stateOutline', fips?.slice(0, 2)],
    enabled: Boolean(fips),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own', audience: 'everybody' },
    queryFn: async () => {
      const atlas = await loadAtlas()
      const state = fips?.slice(0, 2)
      const { geometries } = atlas.objects.counties
      const own = geometries.filter(({ id }) => String(id).slice(0, 2) === state)
      return feature(atlas, { type: 'GeometryCollection', geometries: own })
    },
  })

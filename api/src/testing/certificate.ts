/** Lines of a readable elevation certificate, as extracted from a PDF. */
export const certificateLines = [
  'A2. Building Street Address (including Apt., Unit, Suite, and/or Bldg. No.) or P.O. Route and Box No.: 1200 Bayshore Demo Blvd',
  'City: Tampa State: FL ZIP Code: 33606',
  'C1. Building elevations are based on: [ ] Construction Drawings* [ ] Building Under Construction* [x] Finished Construction',
  'Datum used for building elevations: [ ] NGVD 1929 [x] NAVD 1988',
  'a) Top of bottom floor (including basement, crawlspace, or enclosure floor): 9.5 feet',
  'b) Top of the next higher floor: 19.1 feet',
  'e) Lowest elevation of Machinery and Equipment (M&E) servicing the building: 11.2 feet',
]

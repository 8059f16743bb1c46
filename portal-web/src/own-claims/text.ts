/** Texts of the pages where a policyholder reports a claim and adds photos (CLM-3, CLM-4). */
export const claimText = {
  cardTitle: 'Your Claims',
  reportTitle: 'Report a claim',
  intro: 'If anyone is in danger, call 911 first. Then tell us what happened. An adjuster will call you.',
  phoneHelp: 'The adjuster will call this number.',
  noteHelp: 'For example, the best time to call, or a second number.',
  emptyTitle: 'No claims reported',
  emptyText: 'Claims that you report online appear here.',
  photosTitle: 'Photos',
  photosIntro:
    'Show the water line, damaged rooms, and serial numbers of damaged appliances. Up to 20 JPEG or PNG photos of at most 15 MB each.',
  locationLabel: 'Keep the location in these photos',
  locationHelp:
    'Photos can contain the place where they were taken. We remove it unless you check this box. Adjusters use it only to confirm that the photos show your property.',
  privacy: 'We always remove other hidden details, such as the device and the time.',
  noPhotos: 'No photos yet',
  leftOut: 'A claim can have at most 20 photos. The other photos were not added.',
  closed: 'This claim does not accept more photos online. Send them to your adjuster, or call us.',
}

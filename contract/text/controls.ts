/**
 * Words of the shared controls: overlays, fields, pickers and toasts.
 * Source: D-342 where it gives them.
 */
export const controlsText = {
  close: 'Close',
  closeMenu: 'Close menu',
  back: 'Back',
  cancel: 'Cancel',
  leaveTitle: 'Leave this page?',
  leaveBody: 'Your progress will be lost.',
  leaveConfirm: 'Leave',
  leaveCancel: 'Stay',
  optional: 'Optional',
  counter: (used: number, most: number) => `${used} / ${most}`,
  counterSpoken: (used: number, most: number) => `${used} of ${most} characters used`,
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  ruleDone: ', done',
  ruleOpen: ', not yet',
  clearSearch: 'Clear search',
  searchOptions: 'Search',
  noResult: 'No Result Found',
  choose: 'Choose',
  countryTitle: 'Country code',
  countrySearch: 'Search countries',
  countryButton: (name: string | undefined) => `Country code, ${name ?? 'none chosen'},`,
  phoneNumber: 'Number',
  addTag: 'Add a tag',
  removeTag: (tag: string) => `Remove tag ${tag}`,
  tagAdded: (tag: string) => `${tag} added`,
  tagRemoved: (tag: string) => `${tag} removed`,
  tagTwice: (tag: string) => `${tag} is there already`,
  tagLimit: (most: number) => `That is all: ${most} tags at most.`,
  tagInvalid: 'Use letters, digits, - and _, at most 30.',
  toasts: 'Messages',
  moreFor: (name: string) => `More actions for ${name}`,
} as const;

/** Words of choosing and cropping a picture. Source: D-81, D-124. */
export const cropText = {
  choose: 'Upload cover',
  change: 'Change',
  cropAgain: 'Crop again',
  title: 'Crop the picture',
  help: 'Drag to move. Pinch or use the slider to zoom.',
  helpFixed: 'Drag to move.',
  area: 'Part of the picture to keep. Move it with the arrow keys.',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  done: 'Use this picture',
  doneBusy: 'Cropping',
  type: 'Choose a JPG or PNG picture.',
  bytes: (megabytes: number) => `The picture is larger than ${megabytes} MB. Choose a smaller one.`,
  unreadable: 'This picture could not be read. Choose another one.',
  tooSmall: (width: number, height: number, minWidth: number, minHeight: number) =>
    `This picture is ${width} x ${height} px. Choose one of at least ${minWidth} x ${minHeight} px.`,
  tooSmallWarning: (width: number, height: number, minWidth: number, minHeight: number) =>
    `This picture is ${width} x ${height} px and may look soft. Best at ${minWidth} x ${minHeight} px or larger.`,
  bestAt: (width: number, height: number) => `Best at ${width} x ${height} px or larger.`,
} as const;

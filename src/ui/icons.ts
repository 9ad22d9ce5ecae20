/**
 * The icons, named by their meaning. One meaning per icon, one icon per meaning. Each is imported from its own module,
 * so a screen's bundle contains only the icons it uses.
 */

// Places
export { default as HomeIcon } from 'lucide-react/icons/house';
export { default as ExploreIcon } from 'lucide-react/icons/compass';
export { default as CommunityIcon } from 'lucide-react/icons/users';
export { default as ProfileIcon } from 'lucide-react/icons/user';
export { default as MenuIcon } from 'lucide-react/icons/menu';
export { default as ChannelIcon } from 'lucide-react/icons/layers';
export { default as LibraryIcon } from 'lucide-react/icons/library';
export { default as DashboardIcon } from 'lucide-react/icons/layout-dashboard';
export { default as AdminsIcon } from 'lucide-react/icons/shield';
export { default as OrganizationIcon } from 'lucide-react/icons/building-2';
export { default as NotificationsIcon } from 'lucide-react/icons/bell';
export { default as InviteIcon } from 'lucide-react/icons/megaphone';
export { default as InviteFriendIcon } from 'lucide-react/icons/user-plus';
export { default as SubscriptionsIcon } from 'lucide-react/icons/ticket';
export { default as WalletIcon } from 'lucide-react/icons/wallet';
export { default as UniversityIcon } from 'lucide-react/icons/graduation-cap';
export { default as HelpIcon } from 'lucide-react/icons/life-buoy';
export { default as SettingsIcon } from 'lucide-react/icons/settings';
export { default as UsernameIcon } from 'lucide-react/icons/at-sign';
export { default as PasswordIcon } from 'lucide-react/icons/key-round';
export { default as CodesIcon } from 'lucide-react/icons/message-circle-more';
export { default as HistoryIcon } from 'lucide-react/icons/history';
export { default as GuardianIcon } from 'lucide-react/icons/shield-user';
export { default as MailIcon } from 'lucide-react/icons/mail';
export { default as LegalIcon } from 'lucide-react/icons/scale';
export { default as PhoneIcon } from 'lucide-react/icons/smartphone';
export { default as DevicesIcon } from 'lucide-react/icons/monitor-smartphone';
export { default as LogOutIcon } from 'lucide-react/icons/log-out';
export { default as FolderIcon } from 'lucide-react/icons/folder';
export { default as TagIcon } from 'lucide-react/icons/tag';
export { default as StorageIcon } from 'lucide-react/icons/hard-drive';
export { default as BankIcon } from 'lucide-react/icons/landmark';
export { default as CardIcon } from 'lucide-react/icons/credit-card';
export { default as InvoiceIcon } from 'lucide-react/icons/receipt';
export { default as PlaylistIcon } from 'lucide-react/icons/list-music';

// Kinds of content
export { default as VideoIcon } from 'lucide-react/icons/video';
export { default as AudioIcon } from 'lucide-react/icons/headphones';
export { default as TextIcon } from 'lucide-react/icons/file-text';

// States
export { default as LockIcon } from 'lucide-react/icons/lock';
export { default as PasskeyIcon } from 'lucide-react/icons/fingerprint-pattern';
export { default as WaitingIcon } from 'lucide-react/icons/clock';
export { default as OfflineIcon } from 'lucide-react/icons/wifi-off';
export { default as UnavailableIcon } from 'lucide-react/icons/cloud-off';
export { default as SlowIcon } from 'lucide-react/icons/gauge';
export { default as PausedIcon } from 'lucide-react/icons/pause';
export { default as DoneIcon } from 'lucide-react/icons/circle-check';
export { default as ProblemIcon } from 'lucide-react/icons/circle-alert';
export { default as WarningIcon } from 'lucide-react/icons/triangle-alert';
export { default as InfoIcon } from 'lucide-react/icons/info';
export { default as CreatorIcon } from 'lucide-react/icons/badge-check';
export { default as LikeIcon } from 'lucide-react/icons/heart';
export { default as StarIcon } from 'lucide-react/icons/star';
export { default as CheckIcon } from 'lucide-react/icons/check';

// Actions
export { default as SearchIcon } from 'lucide-react/icons/search';
export { default as BackIcon } from 'lucide-react/icons/arrow-left';
export { default as CloseIcon } from 'lucide-react/icons/x';
export { default as MoreIcon } from 'lucide-react/icons/ellipsis-vertical';
export { default as AddIcon } from 'lucide-react/icons/plus';
export { default as EditIcon } from 'lucide-react/icons/pencil';
export { default as SwitchCameraIcon } from 'lucide-react/icons/switch-camera';
export { default as CutIcon } from 'lucide-react/icons/scissors';
export { default as CaptionsIcon } from 'lucide-react/icons/captions';
export { default as SplitIcon } from 'lucide-react/icons/split';
export { default as MergeIcon } from 'lucide-react/icons/merge';
export { default as UndoIcon } from 'lucide-react/icons/undo-2';
export { default as RedoIcon } from 'lucide-react/icons/redo-2';
export { default as DeleteIcon } from 'lucide-react/icons/trash-2';
export { default as CommentIcon } from 'lucide-react/icons/message-square-text';
export { default as AnswerIcon } from 'lucide-react/icons/reply';
export { default as HideIcon } from 'lucide-react/icons/eye-off';
export { default as ShowIcon } from 'lucide-react/icons/eye';
export { default as ReportIcon } from 'lucide-react/icons/flag';
export { default as BlockIcon } from 'lucide-react/icons/ban';
export { default as UnblockIcon } from 'lucide-react/icons/user-check';
export { default as UploadIcon } from 'lucide-react/icons/upload';
export { default as DownloadIcon } from 'lucide-react/icons/download';
export { default as MoveIcon } from 'lucide-react/icons/folder-input';
export { default as DuplicateIcon } from 'lucide-react/icons/copy-plus';
export { default as CopyIcon } from 'lucide-react/icons/copy';
export { default as ShareIcon } from 'lucide-react/icons/share-2';
export { default as FilterIcon } from 'lucide-react/icons/list-filter';
export { default as SortIcon } from 'lucide-react/icons/arrow-up-down';
export { default as RetryIcon } from 'lucide-react/icons/rotate-ccw';
export { default as RefreshIcon } from 'lucide-react/icons/refresh-cw';
export { default as PlayIcon } from 'lucide-react/icons/play';
export { default as FrameBackIcon } from 'lucide-react/icons/step-back';
export { default as FrameForwardIcon } from 'lucide-react/icons/step-forward';
export { default as GripIcon } from 'lucide-react/icons/grip-vertical';
export { default as UpIcon } from 'lucide-react/icons/arrow-up';
export { default as DownIcon } from 'lucide-react/icons/arrow-down';
export { default as EarnedIcon } from 'lucide-react/icons/arrow-down-left';
export { default as TransferredIcon } from 'lucide-react/icons/arrow-up-right';
export { default as ForwardIcon } from 'lucide-react/icons/chevron-right';
export { default as ExpandIcon } from 'lucide-react/icons/chevron-down';
export { default as ExternalIcon } from 'lucide-react/icons/external-link';
export { default as LinkIcon } from 'lucide-react/icons/link';
export { default as QrIcon } from 'lucide-react/icons/qr-code';

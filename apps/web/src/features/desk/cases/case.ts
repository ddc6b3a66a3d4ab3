import type { GuidelineRule } from '@undertone/domain/guideline-rule';
import type { ReportReasonId } from '@undertone/domain/report-reason';

/** What a case is about. */
export type CaseKind =
  | 'drop'
  | 'comment'
  | 'person'
  | 'message'
  | 'contact'
  | 'appeal'
  | 'hold'
  | 'lost-factor';

/** What staff can decide. */
export type Measure =
  | 'none'
  | 'label'
  | 'limit'
  | 'remove'
  | 'warn'
  | 'suspend'
  | 'ban'
  | 'restore'
  | 'remove-factor';

/** An account; without a name once it is deleted. */
export interface Account {
  userId: string;
  username: string | null;
  avatarUrl: string | null;
}

/** How many of a reporter's, or of some reporters', decided reports were upheld. */
export interface ReporterRecord {
  decided: number;
  upheld: number;
}

/** A case as the queue shows it. */
export interface CaseItem {
  id: string;
  kind: CaseKind;
  subjectId: string;
  /** Whose the subject is; null while the sender of an anonymous message is not shown. */
  person: Account | null;
  /** Whether the sender of an anonymous message is not shown. */
  isHidden: boolean;
  openedAt: string;
  latestAt: string;
  closedAt: string | null;
  reportCount: number;
  reasons: Partial<Record<ReportReasonId, number>>;
  assignedTo: Account | null;
  assignedAt: string | null;
  excerpt: string | null;
  hasClip: boolean;
  /** Whether reports have hidden the drop. */
  isFlagged: boolean;
  /** Whether the drop is held for too long. */
  isOverdue: boolean;
  reporters: ReporterRecord;
  details: CaseDetails;
}

/** Details of a case that has no reports, such as the words of a contact message. */
export interface CaseDetails {
  /** Of a contact message. */
  name?: string;
  email?: string;
  category?: string | null;
  subject?: string;
  message?: string;
  answer?: string;
  isMailed?: boolean;
  /** Of a lost factor: the masked address, the owner's words, and since when the account has the factor. */
  address?: string;
  words?: string | string[];
  factorSince?: string;
  /** Of a hold: the words that hold it are in `words`, or why its clip does, and the case of the removed clip. */
  reason?: string;
  copyOf?: string | null;
}

/** What was reported, as it was then. */
export interface Evidence {
  id: number;
  /** 0 is what was reported, -1 the message before it, and so on. */
  position: number;
  kind: 'drop' | 'comment' | 'message' | 'person';
  /** Whether the person that the case is about has written it. */
  isOfPerson: boolean;
  author: Account | null;
  words: string | null;
  facts: {
    hashtags?: string[];
    username?: string;
    duration?: number;
    waveform?: number[];
    filterUsed?: string;
  };
  bucket: string | null;
  path: string | null;
  writtenAt: string;
  takenAt: string;
}

/** What a case is about, as it is now. */
export interface Subject {
  kind: string;
  exists: boolean;
  title?: string;
  content?: string;
  hashtags?: string[];
  privacyLevel?: string;
  moderation?: string;
  isSensitive?: boolean;
  isFlagged?: boolean;
  isLimited?: boolean;
  createdAt?: string;
  duration?: number | null;
  waveform?: number[] | null;
  audioPath?: string | null;
  filterUsed?: string | null;
  likes?: number;
  comments?: number;
  plays?: number;
  voiceDropId?: string;
}

export interface Report {
  id: string;
  reason: ReportReasonId;
  description: string | null;
  createdAt: string;
  /** Whether it counts towards hiding the drop. */
  countsToHide: boolean;
  /** Null for the sender of an anonymous message, who has reported the answer. */
  reporter: (Account & ReporterRecord) | null;
}

interface ThreadPart {
  id: string;
  parentId: string | null;
  author: Account;
  words: string | null;
  audioPath: string | null;
  duration: number | null;
  createdAt: string;
  isSubject: boolean;
}

export interface Restriction {
  kind: 'suspended' | 'banned';
  until: string | null;
}

/** A person with the numbers of their history. */
export interface PersonRecord extends Account {
  bio: string | null;
  createdAt: string | null;
  restriction: Restriction | null;
  cases: number;
  decisions: number;
  upheldAppeals: number;
}

export interface Decision {
  id: string;
  caseId: string;
  subjectKind: string;
  subjectId: string;
  measure: Measure | 'hold' | 'flag';
  rule: GuidelineRule | null;
  words: string | null;
  basis: 'report' | 'staff' | 'automatic';
  until: string | null;
  decidedAt: string;
  /** Null for an automatic one. */
  decidedBy: Account | null;
  endedAt: string | null;
  isUndoable: boolean;
  appeal: { words: string | null; outcome: string | null; answer: string | null } | null;
}

/** A case with all that staff need to decide it. */
export interface CaseFile {
  case: CaseItem;
  /** What may be decided now. */
  measures: Measure[];
  evidence: Evidence[];
  subject: Subject;
  reports: Report[];
  thread: ThreadPart[];
  person: PersonRecord | null;
  /** Of the same subject, the newest first. */
  decisions: Decision[];
  /** Of the same subject or clip. */
  earlier: CaseItem[];
  appeal: { words: string | null; createdOn: string; decision: Decision } | null;
  /** Until when the caller reads the messages; null before they have given a reason. */
  messagesOpenUntil: string | null;
  /** Until when a removed drop or comment can be restored. */
  restorableUntil: string | null;
}

export interface PersonHistory {
  person: PersonRecord;
  cases: CaseItem[];
  decisions: Decision[];
}

// Generated from supabase/migrations by scripts/generate-database-types.mjs.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      account_settings: {
        Row: {
          drops_notifications: boolean;
          first_steps: string[];
          mail_digest: string;
          messages_from: string;
          messages_notifications: boolean;
          names_on_lock_screen: boolean;
          read_receipts: boolean;
          shows_likes: boolean;
          user_id: string;
          voice_notices: string[];
        };
        ComputedFields: never;
        Insert: {
          drops_notifications?: boolean;
          first_steps?: string[];
          mail_digest?: string;
          messages_from?: string;
          messages_notifications?: boolean;
          names_on_lock_screen?: boolean;
          read_receipts?: boolean;
          shows_likes?: boolean;
          user_id: string;
          voice_notices?: string[];
        };
        Update: {
          drops_notifications?: boolean;
          first_steps?: string[];
          mail_digest?: string;
          messages_from?: string;
          messages_notifications?: boolean;
          names_on_lock_screen?: boolean;
          read_receipts?: boolean;
          shows_likes?: boolean;
          user_id?: string;
          voice_notices?: string[];
        };
        Relationships: [
          {
            foreignKeyName: 'account_settings_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: true;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      appeals: {
        Row: {
          answer: string | null;
          answered_on: string | null;
          created_on: string;
          decision_id: string;
          later_decision_id: string | null;
          outcome: string | null;
          words: string | null;
        };
        ComputedFields: never;
        Insert: {
          answer?: string | null;
          answered_on?: string | null;
          created_on?: string;
          decision_id: string;
          later_decision_id?: string | null;
          outcome?: string | null;
          words?: string | null;
        };
        Update: {
          answer?: string | null;
          answered_on?: string | null;
          created_on?: string;
          decision_id?: string;
          later_decision_id?: string | null;
          outcome?: string | null;
          words?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'appeals_decision_id_fkey';
            columns: ['decision_id'];
            isOneToOne: true;
            referencedRelation: 'decisions';
            referencedColumns: ['id'];
          },
        ];
      };
      blocks: {
        Row: {
          blocked_id: string;
          blocker_id: string;
          created_at: string;
          id: string;
        };
        ComputedFields: never;
        Insert: {
          blocked_id: string;
          blocker_id: string;
          created_at?: string;
          id?: string;
        };
        Update: {
          blocked_id?: string;
          blocker_id?: string;
          created_at?: string;
          id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'blocks_blocked_id_fkey';
            columns: ['blocked_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'blocks_blocker_id_fkey';
            columns: ['blocker_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      bookmarks: {
        Row: {
          created_at: string;
          id: string;
          user_id: string;
          voice_drop_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          user_id: string;
          voice_drop_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          user_id?: string;
          voice_drop_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'bookmarks_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'bookmarks_voice_drop_id_fkey';
            columns: ['voice_drop_id'];
            isOneToOne: false;
            referencedRelation: 'voice_drops';
            referencedColumns: ['id'];
          },
        ];
      };
      conversation_participants: {
        Row: {
          conversation_id: string;
          deleted_position: number;
          is_accepted: boolean;
          is_archived: boolean;
          is_muted: boolean;
          latest_at: string | null;
          latest_message_id: string | null;
          place: number;
          read_position: number;
          sent_count: number;
          unread_count: number;
          user_id: string;
          other_read_position: number | null;
          person: Json | null;
          state: string | null;
        };
        ComputedFields: 'other_read_position' | 'person' | 'state';
        Insert: {
          conversation_id: string;
          deleted_position?: number;
          is_accepted: boolean;
          is_archived?: boolean;
          is_muted?: boolean;
          latest_at?: string | null;
          latest_message_id?: string | null;
          place: number;
          read_position?: number;
          sent_count?: number;
          unread_count?: number;
          user_id: string;
        };
        Update: {
          conversation_id?: string;
          deleted_position?: number;
          is_accepted?: boolean;
          is_archived?: boolean;
          is_muted?: boolean;
          latest_at?: string | null;
          latest_message_id?: string | null;
          place?: number;
          read_position?: number;
          sent_count?: number;
          unread_count?: number;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'conversation_participants_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'conversation_participants_latest_message_id_fkey';
            columns: ['latest_message_id'];
            isOneToOne: false;
            referencedRelation: 'messages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'conversation_participants_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      conversations: {
        Row: {
          created_at: string;
          ended_at: string | null;
          first_id: string | null;
          id: string;
          is_anonymous: boolean;
          is_withheld: boolean;
          message_count: number;
          second_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          ended_at?: string | null;
          first_id?: string | null;
          id?: string;
          is_anonymous?: boolean;
          is_withheld?: boolean;
          message_count?: number;
          second_id?: string | null;
        };
        Update: {
          created_at?: string;
          ended_at?: string | null;
          first_id?: string | null;
          id?: string;
          is_anonymous?: boolean;
          is_withheld?: boolean;
          message_count?: number;
          second_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'conversations_first_id_fkey';
            columns: ['first_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'conversations_second_id_fkey';
            columns: ['second_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      decisions: {
        Row: {
          appealable_until: string | null;
          basis: string;
          case_id: string;
          created_at: string;
          decided_by: string | null;
          decided_on: string;
          ended_at: string | null;
          ended_by: string | null;
          ended_on: string | null;
          excerpt: string | null;
          id: string;
          measure: string;
          person_id: string | null;
          rule: string | null;
          shown_from: string | null;
          subject_id: string;
          subject_kind: string;
          until: string | null;
          words: string | null;
        };
        ComputedFields: never;
        Insert: {
          appealable_until?: string | null;
          basis: string;
          case_id: string;
          created_at?: string;
          decided_by?: string | null;
          decided_on?: string;
          ended_at?: string | null;
          ended_by?: string | null;
          ended_on?: string | null;
          excerpt?: string | null;
          id?: string;
          measure: string;
          person_id?: string | null;
          rule?: string | null;
          shown_from?: string | null;
          subject_id: string;
          subject_kind: string;
          until?: string | null;
          words?: string | null;
        };
        Update: {
          appealable_until?: string | null;
          basis?: string;
          case_id?: string;
          created_at?: string;
          decided_by?: string | null;
          decided_on?: string;
          ended_at?: string | null;
          ended_by?: string | null;
          ended_on?: string | null;
          excerpt?: string | null;
          id?: string;
          measure?: string;
          person_id?: string | null;
          rule?: string | null;
          shown_from?: string | null;
          subject_id?: string;
          subject_kind?: string;
          until?: string | null;
          words?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'decisions_ended_by_fkey';
            columns: ['ended_by'];
            isOneToOne: false;
            referencedRelation: 'decisions';
            referencedColumns: ['id'];
          },
        ];
      };
      drop_alerts: {
        Row: {
          follower_id: string;
          following_id: string;
        };
        ComputedFields: never;
        Insert: {
          follower_id: string;
          following_id: string;
        };
        Update: {
          follower_id?: string;
          following_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'drop_alerts_follower_id_following_id_fkey';
            columns: ['follower_id', 'following_id'];
            isOneToOne: true;
            referencedRelation: 'follows';
            referencedColumns: ['follower_id', 'following_id'];
          },
        ];
      };
      earlier_words: {
        Row: {
          hashtags: string[];
          id: string;
          replaced_at: string;
          title: string | null;
          voice_drop_id: string;
        };
        ComputedFields: never;
        Insert: {
          hashtags: string[];
          id?: string;
          replaced_at?: string;
          title?: string | null;
          voice_drop_id: string;
        };
        Update: {
          hashtags?: string[];
          id?: string;
          replaced_at?: string;
          title?: string | null;
          voice_drop_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'earlier_words_voice_drop_id_fkey';
            columns: ['voice_drop_id'];
            isOneToOne: false;
            referencedRelation: 'voice_drops';
            referencedColumns: ['id'];
          },
        ];
      };
      follow_declines: {
        Row: {
          account_id: string;
          created_at: string;
          id: string;
          requester_id: string;
        };
        ComputedFields: never;
        Insert: {
          account_id: string;
          created_at?: string;
          id?: string;
          requester_id: string;
        };
        Update: {
          account_id?: string;
          created_at?: string;
          id?: string;
          requester_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'follow_declines_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'follow_declines_requester_id_fkey';
            columns: ['requester_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      follow_requests: {
        Row: {
          account_id: string;
          created_at: string;
          id: string;
          requester_id: string;
        };
        ComputedFields: never;
        Insert: {
          account_id: string;
          created_at?: string;
          id?: string;
          requester_id: string;
        };
        Update: {
          account_id?: string;
          created_at?: string;
          id?: string;
          requester_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'follow_requests_account_id_fkey';
            columns: ['account_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'follow_requests_requester_id_fkey';
            columns: ['requester_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      followed_hashtags: {
        Row: {
          created_at: string;
          tag: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          tag: string;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          tag?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'followed_hashtags_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      follows: {
        Row: {
          created_at: string;
          follower_id: string;
          following_id: string;
          id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          follower_id: string;
          following_id: string;
          id?: string;
        };
        Update: {
          created_at?: string;
          follower_id?: string;
          following_id?: string;
          id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'follows_follower_id_fkey';
            columns: ['follower_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'follows_following_id_fkey';
            columns: ['following_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      live_drop_counts: {
        Row: {
          comment_count: number;
          id: string;
          like_count: number;
          play_count: number;
          sent_at: string;
          voice_drop_id: string;
        };
        ComputedFields: never;
        Insert: {
          comment_count: number;
          id?: string;
          like_count: number;
          play_count: number;
          sent_at: string;
          voice_drop_id: string;
        };
        Update: {
          comment_count?: number;
          id?: string;
          like_count?: number;
          play_count?: number;
          sent_at?: string;
          voice_drop_id?: string;
        };
        Relationships: [];
      };
      messages: {
        Row: {
          clip_id: string | null;
          content: string | null;
          conversation_id: string;
          deleted_at: string | null;
          duration: number | null;
          filter_used: string | null;
          folded: string | null;
          hidden_for: number[];
          id: string;
          is_delivered: boolean;
          place: number;
          position: number | null;
          queue_place: number | null;
          sent_at: string;
          waveform: number[] | null;
          withdrawn_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          clip_id?: string | null;
          content?: string | null;
          conversation_id: string;
          deleted_at?: string | null;
          duration?: number | null;
          filter_used?: string | null;
          folded?: never;
          hidden_for?: number[];
          id: string;
          is_delivered?: boolean;
          place: number;
          position?: number | null;
          queue_place?: number | null;
          sent_at: string;
          waveform?: number[] | null;
          withdrawn_at?: string | null;
        };
        Update: {
          clip_id?: string | null;
          content?: string | null;
          conversation_id?: string;
          deleted_at?: string | null;
          duration?: number | null;
          filter_used?: string | null;
          folded?: never;
          hidden_for?: number[];
          id?: string;
          is_delivered?: boolean;
          place?: number;
          position?: number | null;
          queue_place?: number | null;
          sent_at?: string;
          waveform?: number[] | null;
          withdrawn_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'messages_conversation_id_fkey';
            columns: ['conversation_id'];
            isOneToOne: false;
            referencedRelation: 'conversations';
            referencedColumns: ['id'];
          },
        ];
      };
      mutes: {
        Row: {
          created_at: string;
          id: string;
          kind: string;
          person_id: string | null;
          subject: string;
          until: string | null;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          kind: string;
          person_id?: never;
          subject: string;
          until?: string | null;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          kind?: string;
          person_id?: never;
          subject?: string;
          until?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'mutes_person_id_fkey';
            columns: ['person_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'mutes_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      nonpublic_drop_events: {
        Row: {
          author_id: string;
          created_at: string;
          event: string;
          former_audience: string | null;
          id: string;
          lost_at: string | null;
          sent_at: string;
          voice_drop_id: string;
          was_flagged: boolean | null;
        };
        ComputedFields: never;
        Insert: {
          author_id: string;
          created_at: string;
          event: string;
          former_audience?: string | null;
          id?: string;
          lost_at?: string | null;
          sent_at?: string;
          voice_drop_id: string;
          was_flagged?: boolean | null;
        };
        Update: {
          author_id?: string;
          created_at?: string;
          event?: string;
          former_audience?: string | null;
          id?: string;
          lost_at?: string | null;
          sent_at?: string;
          voice_drop_id?: string;
          was_flagged?: boolean | null;
        };
        Relationships: [];
      };
      notifications: {
        Row: {
          actor_id: string | null;
          comment_id: string | null;
          content: string | null;
          created_at: string;
          decision_id: string | null;
          id: string;
          read: boolean;
          recipient_id: string;
          reference_id: string | null;
          type: string;
        };
        ComputedFields: never;
        Insert: {
          actor_id?: string | null;
          comment_id?: string | null;
          content?: string | null;
          created_at?: string;
          decision_id?: string | null;
          id?: string;
          read?: boolean;
          recipient_id: string;
          reference_id?: string | null;
          type: string;
        };
        Update: {
          actor_id?: string | null;
          comment_id?: string | null;
          content?: string | null;
          created_at?: string;
          decision_id?: string | null;
          id?: string;
          read?: boolean;
          recipient_id?: string;
          reference_id?: string | null;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'notifications_actor_id_fkey';
            columns: ['actor_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'notifications_comment_id_fkey';
            columns: ['comment_id'];
            isOneToOne: false;
            referencedRelation: 'voice_drop_comments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notifications_recipient_id_fkey';
            columns: ['recipient_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'notifications_reference_id_fkey';
            columns: ['reference_id'];
            isOneToOne: false;
            referencedRelation: 'voice_drops';
            referencedColumns: ['id'];
          },
        ];
      };
      profile_counts: {
        Row: {
          drop_count: number;
          follower_count: number;
          following_count: number;
          like_count: number;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          drop_count?: number;
          follower_count?: number;
          following_count?: number;
          like_count?: number;
          user_id: string;
        };
        Update: {
          drop_count?: number;
          follower_count?: number;
          following_count?: number;
          like_count?: number;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'profile_counts_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: true;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      profiles: {
        Row: {
          allow_anonymous: boolean;
          allow_downloads: boolean;
          autoplay: boolean;
          avatar_path: string | null;
          avatar_url: string | null;
          bio: string | null;
          block_inappropriate: boolean;
          created_at: string;
          dark_mode: boolean;
          dark_mode_chosen: boolean;
          email_notifications: boolean;
          follows_notifications: boolean;
          handle: string | null;
          id: string;
          is_banned: boolean;
          is_private: boolean;
          leads_old_links: boolean | null;
          likes_notifications: boolean;
          mentions_notifications: boolean;
          push_notifications: boolean;
          replies_notifications: boolean;
          updated_at: string;
          user_id: string;
          username: string | null;
          accepts_messages: boolean | null;
        };
        ComputedFields: 'accepts_messages';
        Insert: {
          allow_anonymous?: boolean;
          allow_downloads?: boolean;
          autoplay?: boolean;
          avatar_path?: never;
          avatar_url?: string | null;
          bio?: string | null;
          block_inappropriate?: boolean;
          created_at?: string;
          dark_mode?: boolean;
          dark_mode_chosen?: boolean;
          email_notifications?: boolean;
          follows_notifications?: boolean;
          handle?: never;
          id?: string;
          is_banned?: boolean;
          is_private?: boolean;
          leads_old_links?: boolean | null;
          likes_notifications?: boolean;
          mentions_notifications?: boolean;
          push_notifications?: boolean;
          replies_notifications?: boolean;
          updated_at?: string;
          user_id: string;
          username?: string | null;
        };
        Update: {
          allow_anonymous?: boolean;
          allow_downloads?: boolean;
          autoplay?: boolean;
          avatar_path?: never;
          avatar_url?: string | null;
          bio?: string | null;
          block_inappropriate?: boolean;
          created_at?: string;
          dark_mode?: boolean;
          dark_mode_chosen?: boolean;
          email_notifications?: boolean;
          follows_notifications?: boolean;
          handle?: never;
          id?: string;
          is_banned?: boolean;
          is_private?: boolean;
          leads_old_links?: boolean | null;
          likes_notifications?: boolean;
          mentions_notifications?: boolean;
          push_notifications?: boolean;
          replies_notifications?: boolean;
          updated_at?: string;
          user_id?: string;
          username?: string | null;
        };
        Relationships: [];
      };
      push_subscriptions: {
        Row: {
          auth_secret: string;
          created_at: string;
          endpoint: string;
          failures: number;
          id: string;
          p256dh: string;
          paused_until: string | null;
          renewed_at: string;
          session_id: string;
          user_agent: string | null;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          auth_secret: string;
          created_at?: string;
          endpoint: string;
          failures?: number;
          id?: string;
          p256dh: string;
          paused_until?: string | null;
          renewed_at?: string;
          session_id: string;
          user_agent?: string | null;
          user_id: string;
        };
        Update: {
          auth_secret?: string;
          created_at?: string;
          endpoint?: string;
          failures?: number;
          id?: string;
          p256dh?: string;
          paused_until?: string | null;
          renewed_at?: string;
          session_id?: string;
          user_agent?: string | null;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'push_subscriptions_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      report_evidence: {
        Row: {
          author_id: string | null;
          bucket: string | null;
          case_id: string;
          content: string | null;
          created_at: string;
          facts: NonNullable<Json>;
          id: number;
          kept_until: string | null;
          path: string | null;
          position: number;
          report_id: string | null;
          subject_id: string;
          subject_kind: string;
          written_at: string;
        };
        ComputedFields: never;
        Insert: {
          author_id?: string | null;
          bucket?: string | null;
          case_id: string;
          content?: string | null;
          created_at?: string;
          facts?: NonNullable<Json>;
          id?: never;
          kept_until?: string | null;
          path?: string | null;
          position?: number;
          report_id?: string | null;
          subject_id: string;
          subject_kind: string;
          written_at: string;
        };
        Update: {
          author_id?: string | null;
          bucket?: string | null;
          case_id?: string;
          content?: string | null;
          created_at?: string;
          facts?: NonNullable<Json>;
          id?: never;
          kept_until?: string | null;
          path?: string | null;
          position?: number;
          report_id?: string | null;
          subject_id?: string;
          subject_kind?: string;
          written_at?: string;
        };
        Relationships: [];
      };
      reports: {
        Row: {
          case_id: string | null;
          cleared_at: string | null;
          counts_to_hide: boolean;
          created_at: string;
          decision_id: string | null;
          description: string | null;
          id: string;
          reason: string;
          reported_comment_id: string | null;
          reported_message_id: string | null;
          reported_user_id: string | null;
          reported_voice_drop_id: string | null;
          reporter_id: string;
        };
        ComputedFields: never;
        Insert: {
          case_id?: string | null;
          cleared_at?: string | null;
          counts_to_hide?: boolean;
          created_at?: string;
          decision_id?: string | null;
          description?: string | null;
          id?: string;
          reason: string;
          reported_comment_id?: string | null;
          reported_message_id?: string | null;
          reported_user_id?: string | null;
          reported_voice_drop_id?: string | null;
          reporter_id: string;
        };
        Update: {
          case_id?: string | null;
          cleared_at?: string | null;
          counts_to_hide?: boolean;
          created_at?: string;
          decision_id?: string | null;
          description?: string | null;
          id?: string;
          reason?: string;
          reported_comment_id?: string | null;
          reported_message_id?: string | null;
          reported_user_id?: string | null;
          reported_voice_drop_id?: string | null;
          reporter_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'reports_reporter_id_fkey';
            columns: ['reporter_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      voice_drop_comment_likes: {
        Row: {
          comment_id: string;
          created_at: string;
          id: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          comment_id: string;
          created_at?: string;
          id?: string;
          user_id: string;
        };
        Update: {
          comment_id?: string;
          created_at?: string;
          id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'voice_drop_comment_likes_comment_id_fkey';
            columns: ['comment_id'];
            isOneToOne: false;
            referencedRelation: 'voice_drop_comments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'voice_drop_comment_likes_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      voice_drop_comments: {
        Row: {
          audio_path: string | null;
          audio_url: string | null;
          content: string;
          created_at: string;
          duration: number | null;
          filter_used: string | null;
          id: string;
          like_count: number;
          moderation: string;
          parent_comment_id: string | null;
          user_id: string;
          voice_drop_id: string;
          waveform: number[] | null;
          mentions: Json | null;
        };
        ComputedFields: 'mentions';
        Insert: {
          audio_path?: never;
          audio_url?: string | null;
          content: string;
          created_at?: string;
          duration?: number | null;
          filter_used?: string | null;
          id?: string;
          like_count?: number;
          moderation?: string;
          parent_comment_id?: string | null;
          user_id: string;
          voice_drop_id: string;
          waveform?: number[] | null;
        };
        Update: {
          audio_path?: never;
          audio_url?: string | null;
          content?: string;
          created_at?: string;
          duration?: number | null;
          filter_used?: string | null;
          id?: string;
          like_count?: number;
          moderation?: string;
          parent_comment_id?: string | null;
          user_id?: string;
          voice_drop_id?: string;
          waveform?: number[] | null;
        };
        Relationships: [
          {
            foreignKeyName: 'voice_drop_comments_parent_comment_id_fkey';
            columns: ['parent_comment_id'];
            isOneToOne: false;
            referencedRelation: 'voice_drop_comments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'voice_drop_comments_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'voice_drop_comments_voice_drop_id_fkey';
            columns: ['voice_drop_id'];
            isOneToOne: false;
            referencedRelation: 'voice_drops';
            referencedColumns: ['id'];
          },
        ];
      };
      voice_drop_likes: {
        Row: {
          created_at: string;
          id: string;
          user_id: string;
          voice_drop_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          user_id: string;
          voice_drop_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          user_id?: string;
          voice_drop_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'voice_drop_likes_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'voice_drop_likes_voice_drop_id_fkey';
            columns: ['voice_drop_id'];
            isOneToOne: false;
            referencedRelation: 'voice_drops';
            referencedColumns: ['id'];
          },
        ];
      };
      voice_drops: {
        Row: {
          allows_voice_replies: boolean;
          audience: string;
          audio_path: string;
          audio_url: string;
          created_at: string;
          duration: number;
          edited_at: string | null;
          filter_used: string;
          hashtags: string[];
          id: string;
          is_flagged: boolean;
          is_limited: boolean;
          is_sensitive: boolean;
          moderation: string;
          privacy_level: string;
          title: string | null;
          user_id: string;
          waveform: number[];
          audio_size: number | null;
          comment_count: number | null;
          counts: {
            comment_count: number;
            like_count: number;
            play_count: number;
            voice_drop_id: string;
          } | null;
          is_muted: boolean | null;
          like_count: number | null;
          play_count: number | null;
        };
        ComputedFields:
          | 'audio_size'
          | 'comment_count'
          | 'counts'
          | 'is_muted'
          | 'like_count'
          | 'play_count';
        Insert: {
          allows_voice_replies?: boolean;
          audience?: string;
          audio_path?: never;
          audio_url: string;
          created_at?: string;
          duration: number;
          edited_at?: string | null;
          filter_used?: string;
          hashtags?: string[];
          id?: string;
          is_flagged?: boolean;
          is_limited?: boolean;
          is_sensitive?: boolean;
          moderation?: string;
          privacy_level?: string;
          title?: string | null;
          user_id: string;
          waveform?: number[];
        };
        Update: {
          allows_voice_replies?: boolean;
          audience?: string;
          audio_path?: never;
          audio_url?: string;
          created_at?: string;
          duration?: number;
          edited_at?: string | null;
          filter_used?: string;
          hashtags?: string[];
          id?: string;
          is_flagged?: boolean;
          is_limited?: boolean;
          is_sensitive?: boolean;
          moderation?: string;
          privacy_level?: string;
          title?: string | null;
          user_id?: string;
          waveform?: number[];
        };
        Relationships: [
          {
            foreignKeyName: 'voice_drops_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
    };
    Views: {
      hashtags: {
        Row: {
          drop_count: number;
          tag: string;
          trending: number;
        };
        ComputedFields: never;
        Insert: {
          drop_count?: number | null;
          tag?: string | null;
          trending?: number | null;
        };
        Update: {
          drop_count?: number | null;
          tag?: string | null;
          trending?: number | null;
        };
        Relationships: [];
      };
      nonpublic_drop_words: {
        Row: {
          handle: string | null;
          hashtags: string[];
          title: string | null;
          voice_drop_id: string;
        };
        ComputedFields: never;
        Insert: {
          handle?: string | null;
          hashtags?: string[] | null;
          title?: string | null;
          voice_drop_id?: string | null;
        };
        Update: {
          handle?: string | null;
          hashtags?: string[] | null;
          title?: string | null;
          voice_drop_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'voice_drop_words_voice_drop_id_fkey';
            columns: ['voice_drop_id'];
            isOneToOne: true;
            referencedRelation: 'voice_drops';
            referencedColumns: ['id'];
          },
        ];
      };
      trending_topics: {
        Row: {
          author_count: number | null;
          drop_count: number;
          tag: string;
          trending: number;
        };
        ComputedFields: never;
        Relationships: [];
      };
      voice_drop_counts: {
        Row: {
          comment_count: number;
          like_count: number;
          play_count: number;
          voice_drop_id: string;
        };
        ComputedFields: never;
        Insert: {
          comment_count?: number | null;
          like_count?: number | null;
          play_count?: number | null;
          voice_drop_id?: string | null;
        };
        Update: {
          comment_count?: number | null;
          like_count?: number | null;
          play_count?: number | null;
          voice_drop_id?: string | null;
        };
        Relationships: [];
      };
      voice_drop_ranks: {
        Row: {
          bookmarked: number;
          bookmarked_new: number;
          commented: number;
          commented_new: number;
          hot: number;
          liked: number;
          liked_new: number;
          listened: number;
          listened_new: number;
          posted_at: string;
          trending: number;
          user_id: string;
          voice_drop_id: string;
        };
        ComputedFields: never;
        Insert: {
          bookmarked?: number | null;
          bookmarked_new?: number | null;
          commented?: number | null;
          commented_new?: number | null;
          hot?: number | null;
          liked?: number | null;
          liked_new?: number | null;
          listened?: number | null;
          listened_new?: number | null;
          posted_at?: string | null;
          trending?: number | null;
          user_id?: string | null;
          voice_drop_id?: string | null;
        };
        Update: {
          bookmarked?: number | null;
          bookmarked_new?: number | null;
          commented?: number | null;
          commented_new?: number | null;
          hot?: number | null;
          liked?: number | null;
          liked_new?: number | null;
          listened?: number | null;
          listened_new?: number | null;
          posted_at?: string | null;
          trending?: number | null;
          user_id?: string | null;
          voice_drop_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'voice_drop_ranks_voice_drop_id_fkey';
            columns: ['voice_drop_id'];
            isOneToOne: true;
            referencedRelation: 'voice_drops';
            referencedColumns: ['id'];
          },
        ];
      };
      voice_drop_words: {
        Row: {
          created_at: string;
          handle: string | null;
          hashtags: string[];
          title: string | null;
          user_id: string;
          voice_drop_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string | null;
          handle?: string | null;
          hashtags?: string[] | null;
          title?: string | null;
          user_id?: string | null;
          voice_drop_id?: string | null;
        };
        Update: {
          created_at?: string | null;
          handle?: string | null;
          hashtags?: string[] | null;
          title?: string | null;
          user_id?: string | null;
          voice_drop_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'voice_drop_words_voice_drop_id_fkey';
            columns: ['voice_drop_id'];
            isOneToOne: true;
            referencedRelation: 'voice_drops';
            referencedColumns: ['id'];
          },
        ];
      };
    };
    Functions: {
      accept_conversation: { Args: { conversation: string }; Returns: undefined };
      accepts_messages: {
        Args: { '': Database['public']['Tables']['profiles']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.accepts_messages with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      add_listening: { Args: { part: string; voice_drop_id: string }; Returns: boolean };
      add_play: { Args: { voice_drop_id: string }; Returns: boolean };
      appeal: { Args: { decision: string; words: string }; Returns: undefined };
      approve_follow_request: { Args: { requester: string }; Returns: boolean };
      audio_size: {
        Args: { '': Database['public']['Tables']['voice_drops']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.audio_size with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      before_user_created: { Args: { event: Json }; Returns: Json };
      begin_export: { Args: Record<PropertyKey, never>; Returns: Json };
      begin_message_clip: {
        Args: {
          clip: string;
          duration: number;
          filter: string;
          size: number;
          type: string;
          waveform: number[];
        };
        Returns: {
          is_stored: boolean;
          name: string;
        }[];
      };
      check_username_available: {
        Args: { current_user_id?: string; username_to_check: string };
        Returns: boolean;
      };
      claim_deliveries: { Args: { max: number }; Returns: Json };
      comment_count: {
        Args: { '': Database['public']['Tables']['voice_drops']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.comment_count with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      confirm_mail: { Args: { token: string }; Returns: boolean };
      count_masking: { Args: Record<PropertyKey, never>; Returns: undefined };
      counts: {
        Args: { '': Database['public']['Tables']['voice_drops']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.counts with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
        SetofOptions: {
          from: 'voice_drops';
          to: 'voice_drop_counts';
          isOneToOne: true;
          isSetofReturn: true;
        };
      };
      delete_account_rows: { Args: { account: string; batch_size?: number }; Returns: boolean };
      delete_conversation: { Args: { conversation: string }; Returns: undefined };
      delete_message: { Args: { for_both: boolean; message: string }; Returns: undefined };
      desk_add_staff: {
        Args: { reason: string; role: string; username: string };
        Returns: undefined;
      };
      desk_answer: {
        Args: { case: string; is_mailed?: boolean; words: string };
        Returns: undefined;
      };
      desk_assign: { Args: { case: string; mine: boolean }; Returns: undefined };
      desk_case: { Args: { case: string }; Returns: Json };
      desk_change_settings: { Args: { changes: Json }; Returns: Json };
      desk_decide: {
        Args: {
          basis?: string;
          case: string;
          measure: string;
          rule?: string;
          until?: string;
          words?: string;
        };
        Returns: Json;
      };
      desk_figures: { Args: { since: string; until: string }; Returns: Json };
      desk_find: { Args: { username: string }; Returns: string };
      desk_hidden_hashtags: { Args: Record<PropertyKey, never>; Returns: string[] };
      desk_hide_hashtag: {
        Args: { hidden: boolean; reason: string; tag: string };
        Returns: undefined;
      };
      desk_history: { Args: { person: string }; Returns: Json };
      desk_invitations: { Args: Record<PropertyKey, never>; Returns: Json };
      desk_invite: { Args: { ends_at?: string; label: string; uses?: number }; Returns: string };
      desk_log: {
        Args: { before_id?: number; person?: string; staff?: string };
        Returns: {
          act: string;
          after: Json;
          at: string;
          before: Json;
          id: number;
          person_id: string;
          person_name: string;
          reason: string;
          staff_id: string;
          staff_name: string;
          subject_id: string;
          subject_kind: string;
        }[];
      };
      desk_open: { Args: { kind: string; subject: string }; Returns: string };
      desk_open_messages: { Args: { case: string; reason: string }; Returns: Json };
      desk_queue: { Args: { after?: Json; filters?: Json; max?: number }; Returns: Json };
      desk_remove_staff: { Args: { reason: string; user_id: string }; Returns: undefined };
      desk_role: { Args: Record<PropertyKey, never>; Returns: string };
      desk_settings: { Args: Record<PropertyKey, never>; Returns: Json };
      desk_show_sender: { Args: { case: string; reason: string }; Returns: Json };
      desk_staff: {
        Args: Record<PropertyKey, never>;
        Returns: {
          added_at: string;
          added_by: string;
          avatar_url: string;
          has_factor: boolean;
          role: string;
          user_id: string;
          username: string;
        }[];
      };
      desk_undo: { Args: { decision: string }; Returns: undefined };
      desk_withdraw_invitation: { Args: { id: string }; Returns: undefined };
      end_conversation: { Args: { conversation: string }; Returns: undefined };
      end_session: { Args: { session_id: string }; Returns: boolean };
      find_renamed: { Args: { old_username: string }; Returns: string };
      finish_deliveries: { Args: { ids: number[]; outcome: string }; Returns: undefined };
      following_drops: {
        Args: { before?: string; before_id?: string };
        Returns: {
          allows_voice_replies: boolean;
          audience: string;
          audio_path: string;
          audio_url: string;
          created_at: string;
          duration: number;
          edited_at: string | null;
          filter_used: string;
          hashtags: string[];
          id: string;
          is_flagged: boolean;
          is_limited: boolean;
          is_sensitive: boolean;
          moderation: string;
          privacy_level: string;
          title: string | null;
          user_id: string;
          waveform: number[];
        }[];
        SetofOptions: {
          from: '*';
          to: 'voice_drops';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      has_moved_feed: { Args: { owner_username: string }; Returns: boolean };
      hide_hashtag: { Args: { is_hidden?: boolean; tag: string }; Returns: undefined };
      is_muted: {
        Args: { '': Database['public']['Tables']['voice_drops']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.is_muted with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      keep_factor: { Args: { token: string }; Returns: boolean };
      like_count: {
        Args: { '': Database['public']['Tables']['voice_drops']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.like_count with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      list_old_links: {
        Args: Record<PropertyKey, never>;
        Returns: {
          ends_at: string;
          username: string;
        }[];
      };
      list_sessions: {
        Args: Record<PropertyKey, never>;
        Returns: {
          aal: string;
          created_at: string;
          id: string;
          ip: string;
          is_current: boolean;
          last_active_at: string;
          user_agent: string;
        }[];
      };
      mail_state: { Args: Record<PropertyKey, never>; Returns: string };
      mark_read: { Args: { conversation: string; position: number }; Returns: undefined };
      mentions: {
        Args: { '': Database['public']['Tables']['voice_drop_comments']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.mentions with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      open_conversation: { Args: { anonymous?: boolean; person: string }; Returns: string };
      other_read_position: {
        Args: { '': Database['public']['Tables']['conversation_participants']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.other_read_position with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      own_account_key: { Args: Record<PropertyKey, never>; Returns: string };
      own_restriction: {
        Args: Record<PropertyKey, never>;
        Returns: {
          kind: string;
          until: string;
        }[];
      };
      person: {
        Args: { '': Database['public']['Tables']['conversation_participants']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.person with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      play_count: {
        Args: { '': Database['public']['Tables']['voice_drops']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.play_count with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      playable_message_clips: {
        Args: { messages: string[] };
        Returns: {
          message: string;
          name: string;
        }[];
      };
      record_activity: { Args: Record<PropertyKey, never>; Returns: boolean };
      recover_factor: {
        Args: { account: string; code: string; session_id: string };
        Returns: string;
      };
      recovery_state: {
        Args: Record<PropertyKey, never>;
        Returns: {
          codes: number;
          decided_from: string;
          recovered_at: string;
        }[];
      };
      register_push: {
        Args: { auth_secret: string; endpoint: string; p256dh: string };
        Returns: string;
      };
      related_tags: { Args: { tag: string }; Returns: string[] };
      removable_files: { Args: { account: string; batch_size?: number }; Returns: string[] };
      remove_message_clips: { Args: { batch_size?: number }; Returns: string[] };
      renew_recovery_codes: { Args: Record<PropertyKey, never>; Returns: string[] };
      request_factor_removal: { Args: { words?: string }; Returns: string };
      reserve_invitation: { Args: { code: string; email: string }; Returns: string };
      search_messages: {
        Args: { before_message?: string; words: string };
        Returns: {
          clip_id: string | null;
          content: string | null;
          conversation_id: string;
          deleted_at: string | null;
          duration: number | null;
          filter_used: string | null;
          folded: string | null;
          hidden_for: number[];
          id: string;
          is_delivered: boolean;
          place: number;
          position: number | null;
          queue_place: number | null;
          sent_at: string;
          waveform: number[] | null;
          withdrawn_at: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'messages';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      search_suggestions: {
        Args: { people_max?: number; typed: string };
        Returns: {
          avatar_url: string;
          drop_count: number;
          kind: string;
          name: string;
          user_id: string;
        }[];
      };
      send_contact: {
        Args: { category?: string; email: string; message: string; name: string; subject: string };
        Returns: undefined;
      };
      send_mail_confirmation: { Args: Record<PropertyKey, never>; Returns: undefined };
      send_message: {
        Args: { clip?: string; content?: string; conversation: string; id: string };
        Returns: {
          clip_id: string | null;
          content: string | null;
          conversation_id: string;
          deleted_at: string | null;
          duration: number | null;
          filter_used: string | null;
          folded: string | null;
          hidden_for: number[];
          id: string;
          is_delivered: boolean;
          place: number;
          position: number | null;
          queue_place: number | null;
          sent_at: string;
          waveform: number[] | null;
          withdrawn_at: string | null;
        }[];
        SetofOptions: {
          from: '*';
          to: 'messages';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      send_test_push: { Args: { device: string }; Returns: undefined };
      show_typing: { Args: { conversation: string }; Returns: undefined };
      shown_likes: {
        Args: { before?: string; before_id?: string; person: string };
        Returns: {
          created_at: string;
          id: string;
          user_id: string;
          voice_drop_id: string;
        }[];
        SetofOptions: {
          from: '*';
          to: 'voice_drop_likes';
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      site_notice: { Args: Record<PropertyKey, never>; Returns: Json };
      state: {
        Args: { '': Database['public']['Tables']['conversation_participants']['Row'] };
        Returns: {
          error: true;
        } & 'the function public.state with parameter or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache';
      };
      stop_mail: { Args: { token: string }; Returns: boolean };
      store_clip_print: { Args: { print: string; subject: string }; Returns: undefined };
      suggested_people: {
        Args: Record<PropertyKey, never>;
        Returns: {
          avatar_url: string;
          follower_count: number;
          user_id: string;
          username: string;
        }[];
      };
      today_stats: {
        Args: { local_midnight: string };
        Returns: {
          new_drops: number;
          total_plays: number;
        }[];
      };
      unfinished_account_deletions: { Args: { idle?: string }; Returns: string[] };
      unused_uploads: { Args: Record<PropertyKey, never>; Returns: string[] };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema['Tables']
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema['Enums']
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;

CREATE TABLE "driver_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"driver_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"browser" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "driver_devices_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "driver_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"device_seq" integer NOT NULL,
	"driver_id" uuid NOT NULL,
	"route_id" uuid NOT NULL,
	"trip" integer NOT NULL,
	"stop_id" text,
	"order_id" uuid,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"photos" text[] NOT NULL,
	"supersedes" uuid,
	"tapped_at" text NOT NULL,
	"skew_ms" double precision NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"fix" jsonb,
	"content_hash" text NOT NULL,
	"state" text NOT NULL,
	"booking" text
);
--> statement-breakpoint
CREATE TABLE "driver_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"driver_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "driver_photos" (
	"device_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "driver_photos_device_id_sha256_pk" PRIMARY KEY("device_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "driver_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"event_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"device_id" uuid NOT NULL,
	"driver_id" uuid NOT NULL,
	"route_id" uuid NOT NULL,
	"order_id" uuid,
	"event" jsonb,
	"detail" text,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" text,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "loaded_routes" (
	"device_id" uuid NOT NULL,
	"route_id" uuid NOT NULL,
	"loaded_at" timestamp with time zone NOT NULL,
	"key_expires_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loaded_routes_device_id_route_id_pk" PRIMARY KEY("device_id","route_id")
);
--> statement-breakpoint
CREATE TABLE "loaded_stops" (
	"stop_id" uuid PRIMARY KEY NOT NULL,
	"route_id" uuid NOT NULL,
	"order_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stop_states" (
	"stop_id" uuid PRIMARY KEY NOT NULL,
	"route_id" uuid NOT NULL,
	"progress" text NOT NULL,
	"is_out" boolean NOT NULL,
	"outcome_event_id" uuid,
	"failure_reason" text,
	"first_device_id" uuid
);
--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "schedules" ADD COLUMN "outcome_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "driver_devices" ADD CONSTRAINT "driver_devices_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_links" ADD CONSTRAINT "driver_links_driver_id_drivers_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."drivers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loaded_routes" ADD CONSTRAINT "loaded_routes_device_id_driver_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."driver_devices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "driver_devices_driver_id_created_at_index" ON "driver_devices" USING btree ("driver_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "driver_events_sequence" ON "driver_events" USING btree ("device_id","device_seq");--> statement-breakpoint
CREATE INDEX "driver_events_of_route" ON "driver_events" USING btree ("route_id");--> statement-breakpoint
CREATE INDEX "driver_events_of_order" ON "driver_events" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "driver_events_with_fix" ON "driver_events" USING btree ("received_at") WHERE fix is not null;--> statement-breakpoint
CREATE INDEX "driver_links_expires_at_index" ON "driver_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "driver_photos_created_at_index" ON "driver_photos" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "driver_reviews_once" ON "driver_reviews" USING btree ("event_id","kind","content_hash");--> statement-breakpoint
CREATE INDEX "driver_reviews_open" ON "driver_reviews" USING btree ("created_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "driver_reviews_of_order" ON "driver_reviews" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "loaded_routes_route_id_taken_at_index" ON "loaded_routes" USING btree ("route_id","taken_at");--> statement-breakpoint
CREATE INDEX "loaded_stops_route_id_index" ON "loaded_stops" USING btree ("route_id");--> statement-breakpoint
CREATE INDEX "loaded_stops_order_id_index" ON "loaded_stops" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "stop_states_route_id_index" ON "stop_states" USING btree ("route_id");
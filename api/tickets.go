package api

import (
	"context"
	"net/url"
	"strings"
	"time"

	"box2el-owl/api/contract"
)

// CreateTicket makes a ticket, with which a browser signs in.
func (s *Server) CreateTicket(ctx context.Context,
	_ contract.CreateTicketRequestObject) (contract.CreateTicketResponseObject, error) {
	expires := time.Now().Add(ticketLifetime)
	ticket, err := s.store.NewTicket(ctx, ticketLifetime)
	if err != nil {
		return nil, err
	}
	return contract.CreateTicket201JSONResponse{Ticket: ticket, Url: s.ticketURL(ticket),
		Expires: expires.UTC()}, nil
}

func (s *Server) ticketURL(ticket string) string {
	return s.URL() + basePath + "/session?ticket=" + url.QueryEscape(ticket)
}

// OpenSession trades a ticket for a cookie.
func (s *Server) OpenSession(ctx context.Context,
	r contract.OpenSessionRequestObject) (contract.OpenSessionResponseObject, error) {
	good, err := s.store.RedeemTicket(ctx, r.Params.Ticket)
	if err != nil {
		return nil, err
	}
	if !good {
		return nil, problemOf(401, "no-ticket",
			"the ticket has been used, or is older than a minute; run again: box2el-owl open")
	}
	place := "/"
	if to := strings.TrimPrefix(deref(r.Params.To), "#"); to != "" {
		fragment := url.URL{Path: "/", Fragment: to}
		if plain, err := url.PathUnescape(to); err == nil {
			// the IRI of a class is escaped in it already
			fragment.Fragment, fragment.RawFragment = plain, to
		}
		place = fragment.String()
	}
	cookie := s.cookie(s.sessions.open()).String()
	return contract.OpenSession303Response{
		Headers: contract.OpenSession303ResponseHeaders{Location: &place, SetCookie: &cookie}}, nil
}

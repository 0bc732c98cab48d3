package api

import (
	"context"
	"io"
	"strings"

	"box2el-owl/api/contract"
	"box2el-owl/jobs"
	"box2el-owl/workspace"
)

// reportMedia are the media types of the files of a report.
var reportMedia = map[string]string{"comparison.html": "text/html", "comparison.json": mediaJSON,
	"comparison.tsv": mediaTSV}

// MakeReport submits a report.
func (s *Server) MakeReport(
	_ context.Context, r contract.MakeReportRequestObject,
) (contract.MakeReportResponseObject, error) {
	accepted, err := s.submit(contract.JobKindReport, r.Id, r.Body)
	return contract.MakeReport202JSONResponse{AcceptedJSONResponse: accepted}, err
}

func runReport(
	ctx context.Context, o *workspace.Ontology, r workspace.ReportOptions, report jobs.Report,
) (any, error) {
	summary, err := o.Report(ctx, r, report.Progress)
	if err != nil {
		return nil, err
	}
	return map[string]any{"summary": summary}, nil
}

// GetReport returns a file of the latest report.
func (s *Server) GetReport(
	ctx context.Context, r contract.GetReportRequestObject,
) (contract.GetReportResponseObject, error) {
	o := ontologyFrom(ctx)
	return s.bufferResponse(reportMedia[string(r.Name)], func(w io.Writer) error {
		return o.WriteReport(w, strings.TrimPrefix(string(r.Name), "comparison."))
	}, contentSecurityPolicy, reportPolicy)
}
